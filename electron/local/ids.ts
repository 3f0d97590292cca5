const HEX32 = /^[0-9a-f]{32}$/

/** The 32 hex digits of an id given with or without dashes; undefined when it is no UUID. */
export function hexOf(id: string): string | undefined {
  const hex = id.toLowerCase().replaceAll('-', '')
  return HEX32.test(hex) ? hex : undefined
}

/** The dashed form the agent server writes (contract §1.3). */
export function dashed(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
