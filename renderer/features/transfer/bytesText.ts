import { formatCount } from '../../ui/index.ts'

/** `12 KB`, `3.4 MB`. */
export function bytesText(bytes: number): string {
  return bytes < 1_000_000 ? `${formatCount(Math.ceil(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
