import type { SearchPage, SearchRequest } from '../../../shared/domain/index.ts'
import { openReadOnly } from '../../core/archive/readOnly.ts'
import { nameOf } from '../findConversation.ts'
import { FolderInUse, writing } from '../writing.ts'
import type { CommandWork, Run } from './command.ts'

/** `search QUERY` */
export const searchCommand: CommandWork = async (run) => {
  const { options, output } = run
  const page = await find(run, {
    query: options.words.join(' '),
    conversation: null,
    order: 'best',
    offset: 0,
    limit: options.limit,
  })
  const lines = page.hits.map(({ conversation, title, eventId, label, snippet }) =>
    [`${nameOf(conversation)} ${eventId}`, `  ${title ?? 'untitled'} · ${label}`, `  ${oneLine(snippet.text)}`].join(
      '\n',
    ),
  )
  const sum = `${page.isMore ? 'at least ' : ''}${page.total} found, ${page.hits.length} shown, ${
    page.order === 'best' ? 'best' : 'newest'
  } first`
  output.result(page, [...lines, sum].join('\n'))
  return true
}

/** Only a writer can bring the index up to date; while Handrail runs, it does so by itself and what is there is given. */
async function find({ options, files, output }: Run, request: SearchRequest): Promise<SearchPage> {
  const reader = openReadOnly(options.dataDir)
  let found: SearchPage
  try {
    found = await reader.search(request)
  } finally {
    reader.close()
  }
  if (found.lacking === 0) return found
  try {
    return await writing(options.dataDir, files, output.note, (archive) => archive.search(request))
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    output.note(`${found.lacking} events that came last are not searched: the running Handrail is still indexing them.`)
    return found
  }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
