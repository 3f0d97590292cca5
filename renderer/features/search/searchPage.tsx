import { useNavigate } from '@tanstack/react-router'
import type { SearchHit } from '../../../shared/domain/index.ts'
import styles from './search.module.css'
import { SearchView } from './searchView.tsx'
import { showEvent } from './showEvent.ts'

/** Search over everything that is stored. */
export function SearchPage() {
  const navigate = useNavigate()
  const open = ({ conversation, eventId }: SearchHit) => {
    showEvent(conversation, eventId)
    void navigate({ to: '/c/$connectionId/$conversationId', params: conversation })
  }
  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>Search</h1>
      <SearchView conversation={null} onOpen={open} />
    </div>
  )
}
