/**
 * The one style element that react-aria puts into the page (usePress: touch scrolling over buttons). Allowed by its
 * hash, so that no other inline style is.
 */
const PRESS_STYLE = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

/**
 * Headers of every file of the page, in both hosts.
 *
 * @param connect Where the page may connect besides its own origin, e.g. `ws://127.0.0.1:4000`.
 */
export function pageHeaders(connect: string[]): Record<string, string> {
  const policy = [
    // Nothing is allowed that is not named below: an event's content that became markup could load and send nothing.
    "default-src 'none'",
    // Built files only: no inline script, no eval.
    "script-src 'self'",
    `style-src 'self' ${PRESS_STYLE}`,
    "img-src 'self'",
    "font-src 'self'",
    // Named as well as 'self', which not every browser extends from http: to ws:.
    ['connect-src', "'self'", ...connect].join(' '),
    // Injected markup cannot move relative addresses or post a form elsewhere.
    "base-uri 'none'",
    "form-action 'none'",
    // No other page may frame this one and guide clicks on it.
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    // A file is what its type says, never what its content looks like.
    'X-Content-Type-Options': 'nosniff',
    // Links in events must not tell other sites where they were followed from.
    'Referrer-Policy': 'no-referrer',
    // A window that opened this page, or that it opens, has no handle on it.
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Other origins cannot load these files into their own process.
    'Cross-Origin-Resource-Policy': 'same-origin',
    // The console uses none of these; refused without a question.
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  }
}

/** A hashed file is kept for good; the page itself is always asked for, so that a new build is seen. */
export function cacheControl(isImmutable: boolean): string {
  return isImmutable ? 'private, max-age=31536000, immutable' : 'no-store'
}
