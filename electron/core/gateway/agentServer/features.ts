import { AGENT_FEATURES, type AgentFeature } from '../../../../shared/domain/index.ts'

/**
 * What 1.11.4 lacks (contract §11, its published interface). It is the newest version that is known to lack anything
 * here, and 1.34.0 the oldest known to lack nothing; one between them is asked, and its 404 or 405 believed.
 */
const MISSING_IN_1_11: readonly AgentFeature[] = [
  'tags',
  'interrupt',
  'fork',
  'navigate',
  'goal',
  'final-response',
  'patterns',
]
const LAST_WITHOUT = [1, 11]

/** What agent servers were found not to have, by their address. */
export interface FeatureBook {
  /** What a server of this version can, less what it was found to lack. */
  of(baseUrl: string, version: string | null): AgentFeature[]
  /** It answered 404 or 405 to a known conversation. */
  noteMissing(baseUrl: string, version: string | null, feature: AgentFeature): void
}

export function createFeatureBook(): FeatureBook {
  const missing = new Map<string, Set<AgentFeature>>()
  // An address keeps its server only as long as its version: an upgraded one is asked anew.
  const nameOf = (baseUrl: string, version: string | null) => `${baseUrl}\n${version ?? ''}`
  return {
    of(baseUrl, version) {
      const absent = missing.get(nameOf(baseUrl, version))
      const isOld = isUpTo(version, LAST_WITHOUT)
      return AGENT_FEATURES.filter((name) => absent?.has(name) !== true && !(isOld && MISSING_IN_1_11.includes(name)))
    },
    noteMissing(baseUrl, version, feature) {
      const name = nameOf(baseUrl, version)
      missing.set(name, (missing.get(name) ?? new Set()).add(feature))
    },
  }
}

/** Whether a version is at most the given major and minor number. One that cannot be read counts as new. */
function isUpTo(version: string | null, [major = 0, minor = 0]: readonly number[]): boolean {
  const match = /^v?(\d+)\.(\d+)/.exec(version ?? '')
  if (match === null) return false
  const [theirMajor, theirMinor] = [Number(match[1]), Number(match[2])]
  return theirMajor < major || (theirMajor === major && theirMinor <= minor)
}
