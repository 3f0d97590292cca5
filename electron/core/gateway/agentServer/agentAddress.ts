/** A conversation's place on its agent server: the suffix of older app servers has `acp` in it (contract §16.34). */
const CONVERSATION_SUFFIX = /\/api\/(?:acp\/)?conversations\/[^/]+\/?$/

/**
 * Gives the agent server's base from a record's `conversation_url`, path prefix kept (contract §11). Null when it is
 * no web address of a conversation.
 */
export function agentBaseUrl(conversationUrl: string): string | null {
  const url = URL.parse(conversationUrl)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  if (url.username !== '' || url.password !== '' || !CONVERSATION_SUFFIX.test(url.pathname)) return null
  return url.origin + url.pathname.replace(CONVERSATION_SUFFIX, '')
}
