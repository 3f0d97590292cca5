import { normaliseConversationId } from '../contract/index.ts'

export type LinkReading =
  /** `baseUrl` null: only an id was given, and the server has to be named. */
  { ok: true; baseUrl: string | null; conversationId: string } | { ok: false; problem: string }

/** Where the pages and the interface of an app server begin; what stands before is its prefix. */
const OWN_PATH = /\/(?:shared|api|conversations|conversation)(?:\/.*)?$/
const ID_PARAMETERS = ['conversation_id', 'ids', 'id']

/**
 * Reads what a person pasted: a link to a shared conversation, an address of the interface with the id in it, or the
 * id alone, in hex or with dashes.
 */
export function readSharedLink(pasted: string): LinkReading {
  const text = pasted.trim()
  if (text === '') return wrong('Paste the link or the id of a shared conversation.')
  const alone = normaliseConversationId(text)
  if (alone !== null) return { ok: true, baseUrl: null, conversationId: alone }
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text)
  if (!hasScheme && !/[./]/.test(text)) {
    return wrong('This is neither a link nor an id. An id is 32 hex digits, with dashes or without.')
  }
  const url = URL.parse(hasScheme ? text : `https://${text}`)
  if (url !== null && url.protocol !== 'https:' && url.protocol !== 'http:') {
    return wrong('Only https:// and http:// links can be opened.')
  }
  if (url === null || url.hostname === '') {
    return wrong('This is not a link. It looks like https://host/shared/conversations/<id>.')
  }
  if (url.username !== '' || url.password !== '') return wrong('The link holds a user name or password: take it out.')
  const segments = url.pathname.split('/')
  const at = segments.findLastIndex((segment) => normaliseConversationId(segment) !== null)
  const id = at < 0 ? idParameter(url.searchParams) : normaliseConversationId(segments[at] ?? '')
  if (id === null) return wrong('There is no conversation id in this link: 32 hex digits, with dashes or without.')
  const path = (at < 0 ? segments : segments.slice(0, at)).join('/')
  return { ok: true, baseUrl: url.origin + `${path}/`.replace(OWN_PATH, '').replace(/\/+$/, ''), conversationId: id }
}

function idParameter(parameters: URLSearchParams): string | null {
  for (const name of ID_PARAMETERS) {
    const id = normaliseConversationId(parameters.get(name) ?? '')
    if (id !== null) return id
  }
  return null
}

function wrong(problem: string): LinkReading {
  return { ok: false, problem }
}
