import type { FileChange, FileTexts, Hook, Skill } from '../../../../shared/domain/index.ts'
import { fieldsOf } from './fields.ts'

/** Default of a hook's time limit (contract §10). */
const HOOK_SECONDS = 60

/** Reads an entry of `git/changes`; null when it names no file. */
export function readFileChange(record: unknown): FileChange | null {
  const fields = fieldsOf(record)
  const path = fields.text('path')
  return path === null ? null : { status: fields.text('status') ?? 'UPDATED', path }
}

export function readFileTexts(record: unknown): FileTexts {
  const fields = fieldsOf(record)
  const textOf = (name: string) => {
    const value = fields.raw(name)
    return typeof value === 'string' ? value : null
  }
  return { original: textOf('original'), modified: textOf('modified') }
}

export function readSkills(record: unknown): Skill[] {
  return fieldsOf(record)
    .list('skills')
    .map((skill) => {
      const fields = fieldsOf(skill)
      return {
        name: fields.text('name') ?? 'without a name',
        type: fields.text('type') ?? '',
        content: fields.text('content') ?? '',
        triggers: fields.list('triggers').filter((trigger) => typeof trigger === 'string'),
      }
    })
}

/** One entry for each command, with the event and the matcher that it belongs to. */
export function readHooks(record: unknown): Hook[] {
  return fieldsOf(record)
    .list('hooks')
    .map(fieldsOf)
    .flatMap((hook) =>
      hook
        .list('matchers')
        .map(fieldsOf)
        .flatMap((matcher) =>
          matcher
            .list('hooks')
            .map(fieldsOf)
            .map((command) => ({
              event: hook.text('event_type') ?? '',
              matcher: matcher.text('matcher') ?? '',
              command: command.text('command') ?? '',
              timeoutSeconds: command.number('timeout') ?? HOOK_SECONDS,
              isAsync: command.isTrue('async'),
            })),
        ),
    )
}
