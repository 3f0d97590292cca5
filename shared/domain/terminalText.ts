const ESCAPE = '\u001b'
const SEQUENCES = new RegExp(
  `${ESCAPE}(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^\u0007${ESCAPE}]*(?:\u0007|${ESCAPE}\\\\)|[()][A-Z0-9]|[@-Z\\\\-_])`,
  'g',
)

/** The words of a terminal's output, without its colours and movements. */
export function withoutEscapes(text: string): string {
  return text.includes(ESCAPE) ? text.replace(SEQUENCES, '') : text
}
