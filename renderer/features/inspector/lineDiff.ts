export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Beyond this the table of the exact comparison grows too large for one frame. */
const EXACT_CELLS = 250_000

/** Lines of `before` and `after` side by side in one list: what is equal at both ends, and an exact middle if small. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = before === '' ? [] : before.split('\n')
  const next = after === '' ? [] : after.split('\n')
  let head = 0
  while (head < old.length && head < next.length && old[head] === next[head]) head += 1
  let tail = 0
  while (
    tail < old.length - head &&
    tail < next.length - head &&
    old[old.length - 1 - tail] === next[next.length - 1 - tail]
  ) {
    tail += 1
  }
  const same = (text: string): DiffLine => ({ kind: 'same', text })
  return [
    ...old.slice(0, head).map(same),
    ...diffMiddle(old.slice(head, old.length - tail), next.slice(head, next.length - tail)),
    ...old.slice(old.length - tail).map(same),
  ]
}

function diffMiddle(old: readonly string[], next: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text })
  const added = (text: string): DiffLine => ({ kind: 'added', text })
  if (old.length * next.length > EXACT_CELLS) return [...old.map(removed), ...next.map(added)]
  const lengths = commonLengths(old, next)
  const width = next.length + 1
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < old.length && j < next.length) {
    const left = old[i] ?? ''
    const right = next[j] ?? ''
    if (left === right) {
      lines.push({ kind: 'same', text: left })
      i += 1
      j += 1
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) {
      lines.push(removed(left))
      i += 1
    } else {
      lines.push(added(right))
      j += 1
    }
  }
  return [...lines, ...old.slice(i).map(removed), ...next.slice(j).map(added)]
}

/** Length of the longest common run of lines from (i, j) on, row by row. */
function commonLengths(old: readonly string[], next: readonly string[]): Uint16Array {
  const width = next.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = next.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === next[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
    }
  }
  return lengths
}
