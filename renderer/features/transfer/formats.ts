import type { ExportFormat } from '../../../shared/domain/index.ts'

/** The formats in the order in which they are offered. */
export const FORMATS: readonly { id: ExportFormat; name: string; detail: string }[] = [
  {
    id: 'jsonl',
    name: 'JSON lines',
    detail: 'Every event on a line of its own, in the order of the log. For other programs; Handrail imports it.',
  },
  {
    id: 'zip',
    name: 'Zip as the server gives it',
    detail: 'meta.json and a file for each event, at most 65,534. For tools that read downloads; Handrail imports it.',
  },
  {
    id: 'html',
    name: 'Report to read',
    detail: 'One page that any browser shows, light or dark, without a network and without scripts.',
  },
]
