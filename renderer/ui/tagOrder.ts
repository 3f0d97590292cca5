/** Keys that app servers add by themselves (contract §6): true and shown, but after what people wrote. */
const SERVER_KEYS = new Set([
  'archiveworkspacepath',
  'agentprofileid',
  'agentprofilerevision',
  'acpserver',
  'repo_name',
  'git_provider',
  'selected_branch',
])

/** The tags as people read them: their own first, then the server's, each by key. */
export function tagsInOrder(
  tags: Readonly<Record<string, string>>,
): { key: string; value: string; isServers: boolean }[] {
  return Object.entries(tags)
    .map(([key, value]) => ({ key, value, isServers: SERVER_KEYS.has(key) }))
    .sort((one, other) => Number(one.isServers) - Number(other.isServers) || one.key.localeCompare(other.key))
}
