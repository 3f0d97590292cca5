import { HandrailError } from '../../../shared/domain/index.ts'

export interface BaseUrlOptions {
  /** Allows http to other machines, where the key travels readable by everyone on the way. */
  allowPlainHttp: boolean
}

/** What people paste from the address bar instead of the base: pages of the web app and paths of the API. */
const PASTED_PATH =
  /\/(?:api|settings|conversations|conversation|login|docs|redoc|openapi\.json|server_info|sockets|alive|health|ready)(?:\/.*)?$/

/**
 * Gives origin and path prefix without a trailing slash (`https://app.example.test`) from what a person typed or
 * pasted. Throws `invalid-input` with field `baseUrl`: no address, other scheme, user name or password inside, plain
 * http to another machine.
 */
export function normaliseBaseUrl(typed: string, options: BaseUrlOptions): string {
  const text = typed.trim()
  if (text === '')
    throw invalid('The address is missing.', 'Enter the address of the server, e.g. https://app.all-hands.dev.')
  const url = URL.parse(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${isLoopbackText(text) ? 'http' : 'https'}://${text}`,
  )
  if (url === null || url.hostname === '')
    throw invalid('This is not a web address.', 'It looks like https://host or https://host/prefix.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalid(`${url.protocol}// cannot be used here.`, 'Use the https address of the server.')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid(
      'The address holds a user name or password.',
      'Remove what stands before the @; the key has its own field.',
    )
  }
  if (isPlainHttpToOtherMachine(url) && !options.allowPlainHttp) {
    throw invalid(
      `With http the key would travel to ${url.host} readable by everyone on the way.`,
      'Use the https address.',
    )
  }
  return url.origin + url.pathname.replace(PASTED_PATH, '').replace(/\/+$/, '')
}

/** True when calls to this address can be read on the way. */
export function isPlainHttpToOtherMachine(url: URL): boolean {
  return url.protocol === 'http:' && !isLoopback(url.hostname)
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d+){3}$/.test(hostname)
  )
}

/** Without a scheme a local server is meant with http, everything else with https. */
function isLoopbackText(text: string): boolean {
  const hostname = URL.parse(`http://${text}`)?.hostname
  return hostname !== undefined && isLoopback(hostname)
}

function invalid(message: string, advice: string): HandrailError {
  return new HandrailError({ code: 'invalid-input', message, advice, field: 'baseUrl' })
}
