import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { inRoot, root } from '../../electron/launch/workspace.mjs'

/** Every file below these folders of the checkout with one of these endings, as paths from the checkout's top. */
export function filesIn(folders: string[], endings: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && endings.includes(path.extname(entry.name)))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')),
  )
}

export const codeEndings = ['.ts', '.tsx', '.mjs', '.cjs']

export const textOf = (file: string): string => readFileSync(inRoot(file), 'utf8')

export interface Import {
  /** The importing file, from the checkout's top. */
  file: string
  line: number
  /** As it is written. */
  specifier: string
  /** From the checkout's top; undefined for packages and for Node's modules. */
  target: string | undefined
}

/** Everything a file imports: import, export-from, `import()`, `import('…').Type`, `require()`. */
export function importsOf(file: string, text = textOf(file)): Import[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const found: Import[] = []
  visit(program, (node) => {
    const source = importedBy(node)
    if (source === undefined) return
    const line = text.slice(0, source.start).split('\n').length
    found.push({ file, line, specifier: source.value, target: targetOf(file, source.value) })
  })
  return found
}

function targetOf(file: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : undefined
}

const importers = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]

function importedBy(node: Node): TextLiteral | undefined {
  if (importers.includes(node.type)) return textLiteral(node.source)
  if (node.type === 'TSExternalModuleReference') return textLiteral(node.expression)
  if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.name !== 'require') return undefined
  return Array.isArray(node.arguments) ? textLiteral(node.arguments[0]) : undefined
}

interface Node extends Record<string, unknown> {
  type: string
}

interface TextLiteral {
  value: string
  start: number
}

function textLiteral(node: unknown): TextLiteral | undefined {
  if (!isNode(node) || typeof node.value !== 'string' || typeof node.start !== 'number') return undefined
  return { value: node.value, start: node.start }
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see)
  if (!isNode(value)) return
  see(value)
  for (const child of Object.values(value)) visit(child, see)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
