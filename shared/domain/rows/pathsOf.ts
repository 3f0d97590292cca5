import { objectAt, textAt, type WireObject } from '../wireValue.ts'

/** A command of this length has named its files. */
const COMMAND_LENGTH = 4_000
const MOST = 20

/** Files and folders that an action or an observation names: of editors as they are, of commands what looks like one. */
export function pathsOfEvent(event: WireObject): string[] {
  const part = objectAt(event, 'action') ?? objectAt(event, 'observation')
  if (part === null) return []
  const named = ['path', 'file_path', 'dir_path'].map((key) => textAt(part, key) ?? '')
  const kind = textAt(part, 'kind') ?? ''
  const command = kind.startsWith('Terminal') ? (textAt(part, 'command') ?? '') : ''
  const patch = kind === 'ApplyPatchAction' ? (textAt(part, 'patch') ?? '') : ''
  const found = [...named, ...wordsOf(command), ...filesOf(patch)].filter((path) => path !== '')
  return [...new Set(found)].slice(0, MOST)
}

/** Words with a slash or an ending, addresses left out: `npm test -- src/login.spec.ts` names one. */
function wordsOf(command: string): string[] {
  const words = command.slice(0, COMMAND_LENGTH).match(/[^\s'"`;|&<>()=$]+/g) ?? []
  return words.filter(
    (word) => (/[\w.]\/|\/[\w.]/.test(word) || /[\w-]\.[a-z]\w{0,5}$/i.test(word)) && !word.includes('://'),
  )
}

function filesOf(patch: string): string[] {
  return [...patch.slice(0, 20_000).matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map(
    ([, file = '']) => file,
  )
}
