import type { TagChange } from '../../../shared/domain/index.ts'
import { Banner, Button } from '../../ui/index.ts'
import { changeText } from './changeText.ts'

export interface ConflictBannerProps {
  conflicts: readonly TagChange[]
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Somebody else changed the very tags that are being edited: both are shown, and nothing is overwritten unasked. */
export function ConflictBanner({ conflicts, onTakeTheirs, onKeepMine }: ConflictBannerProps) {
  return (
    <Banner
      tone="warn"
      title="Somebody else changed the same tags while you edited. Nothing was written."
      actions={
        <>
          <Button onPress={onTakeTheirs}>Take theirs</Button>
          <Button onPress={onKeepMine}>Save mine</Button>
        </>
      }
    >
      {conflicts.map(changeText).join('; ')}.
    </Banner>
  )
}
