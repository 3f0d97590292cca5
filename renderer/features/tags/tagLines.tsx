import { Button, IconButton, TextField } from '../../ui/index.ts'
import { lineProblems, type TagLine } from './tagDraft.ts'
import styles from './tags.module.css'

export interface TagLinesProps {
  lines: readonly TagLine[]
  /** The key whose value gets the focus first; the last line when null. */
  focusKey: string | null
  isDisabled: boolean
  onChange: (id: number, change: Partial<TagLine>) => void
  onAdd: () => void
}

export function TagLines({ lines, focusKey, isDisabled, onChange, onAdd }: TagLinesProps) {
  return (
    <div className={styles.lines}>
      {lines.map((line) => {
        const problems = lineProblems(line, lines)
        const name = line.key === '' ? 'new tag' : line.key
        if (line.isRemoved) {
          return (
            <div className={styles.removed} key={line.id}>
              <s>{line.savedKey}</s> will be removed
              <Button variant="quiet" onPress={() => onChange(line.id, { isRemoved: false })} isDisabled={isDisabled}>
                Keep it
              </Button>
            </div>
          )
        }
        return (
          <div className={styles.line} key={line.id}>
            <TextField
              label={`Key of ${name}`}
              isLabelHidden
              placeholder="key"
              value={line.key}
              onChange={(key) => onChange(line.id, { key })}
              error={problems.key}
              isDisabled={isDisabled}
              autoFocus={focusKey === null && line.savedKey === null}
              isMono
            />
            <span className={styles.equals} aria-hidden="true">
              =
            </span>
            <TextField
              label={`Value of ${name}`}
              isLabelHidden
              placeholder="value"
              value={line.value}
              onChange={(value) => onChange(line.id, { value })}
              error={problems.value}
              isDisabled={isDisabled}
              autoFocus={focusKey !== null && line.savedKey === focusKey}
              isMono
            />
            <IconButton
              label={`Remove ${name}`}
              isDisabled={isDisabled}
              onPress={() => onChange(line.id, line.savedKey === null ? { key: '', value: '' } : { isRemoved: true })}
            >
              ×
            </IconButton>
          </div>
        )
      })}
      <div>
        <Button variant="quiet" onPress={onAdd} isDisabled={isDisabled}>
          + another tag
        </Button>
      </div>
    </div>
  )
}
