import { type PluginDraft, useNewConversation } from '../../state/newConversation.ts'
import { Button, IconButton, TextField } from '../../ui/index.ts'
import styles from './newConversation.module.css'
import type { Problems } from './readDraft.ts'

// biome-ignore lint/suspicious/noTemplateCurlyInString: written so on the wire.
const PLACEHOLDER = '${NAME}'

const EMPTY: PluginDraft = { source: '', ref: '', repoPath: '', parameters: '' }

export function PluginRows({ problems }: { problems: Problems }) {
  const { draft, change } = useNewConversation()
  const { plugins } = draft
  const edit = (index: number, part: Partial<PluginDraft>) =>
    change({ plugins: plugins.map((plugin, at) => (at === index ? { ...plugin, ...part } : plugin)) })
  return (
    <>
      {plugins.map((plugin, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a plugin is its place in the list.
        <fieldset className={styles.plugin} key={index} aria-label={`Plugin ${index + 1}`}>
          <div className={styles.row}>
            <TextField
              label="Source"
              placeholder="github:owner/repo"
              value={plugin.source}
              onChange={(source) => edit(index, { source })}
              error={problems[`plugins.${index}`] ?? null}
              isMono
            />
            <TextField
              label="Ref"
              placeholder="branch, tag or commit"
              value={plugin.ref}
              onChange={(ref) => edit(index, { ref })}
              isMono
            />
            <IconButton
              label={`Remove plugin ${plugin.source === '' ? index + 1 : plugin.source}`}
              onPress={() => change({ plugins: plugins.toSpliced(index, 1) })}
            >
              ×
            </IconButton>
          </div>
          <TextField
            label="Path in the repository"
            placeholder="its root"
            value={plugin.repoPath}
            onChange={(repoPath) => edit(index, { repoPath })}
            isMono
          />
          <TextField
            label="Parameters"
            placeholder={`{"url": "${PLACEHOLDER}"}`}
            description={`A JSON object; ${PLACEHOLDER} is filled from the secret of that name before the plugin connects.`}
            rows={2}
            value={plugin.parameters}
            onChange={(parameters) => edit(index, { parameters })}
            isMono
          />
        </fieldset>
      ))}
      <div>
        <Button onPress={() => change({ plugins: [...plugins, EMPTY] })}>Add a plugin</Button>
      </div>
    </>
  )
}
