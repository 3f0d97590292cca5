import { z } from 'zod'
import { messageForSendingSchema } from './messages.ts'
import { tagsForWritingSchema } from './tags.ts'

/** Tools that every version brings along; an agent is given none by itself. */
const TOOLS = ['terminal', 'file_editor', 'task_tracker']

/**
 * Body of `POST /api/conversations` of an agent server, for a sandbox of one's own (seed §4.4, contract §11). The id is
 * the caller's: asked again with it, the server answers what it made the first time.
 */
export const agentStartForSendingSchema = z
  .strictObject({
    conversation_id: z.uuid(),
    working_dir: z.string().regex(/^\//, { error: 'must be an absolute path of the machine that the server runs on' }),
    model: z.string().min(1, { error: 'names no model' }),
    /** Null for a model that wants none. */
    api_key: z.string().min(1).nullable(),
    base_url: z
      .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
      .nullable(),
    tags: tagsForWritingSchema,
    initial_message: messageForSendingSchema.nullable(),
  })
  .check(({ value, issues }) => {
    const { api_key: key, initial_message: message } = value
    const text = message?.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n') ?? ''
    if (key === null || !text.includes(key)) return
    const problem = 'stands in the first message, where the agent, its model and every viewer would see it'
    issues.push({ code: 'custom', path: ['api_key'], message: problem, input: undefined })
  })
  .transform(({ conversation_id, working_dir, model, api_key, base_url, tags, initial_message }) => ({
    conversation_id,
    workspace: { kind: 'LocalWorkspace' as const, working_dir },
    agent: {
      kind: 'Agent' as const,
      llm: {
        model,
        usage_id: 'agent',
        ...(api_key === null ? {} : { api_key }),
        ...(base_url === null ? {} : { base_url }),
      },
      tools: TOOLS.map((name) => ({ name })),
    },
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
    ...(initial_message === null ? {} : { initial_message }),
  }))
