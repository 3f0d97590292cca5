import { HandrailError, type SearchPage, type SearchRequest } from '../../../shared/domain/index.ts'
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

/** Only a writer can bring the index up to date; while Handrail runs, it does so by itself. */
async function find({ options, files, output }: Run, request: SearchRequest): Promise<SearchPage> {
  const reader = openReadOnly(options.dataDir)
  try {
    const found = reader.search(request)
    if (found !== null) return await found
  } finally {
    reader.close()
  }
  try {
    return await writing(options.dataDir, files, output.note, (archive) => archive.search(request))
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new HandrailError({
      code: 'conflict',
      message: 'The running Handrail is still indexing what came last.',
      advice: 'Search again in a moment.',
      isSafeToRetry: true,
    })
  }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
