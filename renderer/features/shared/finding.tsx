import { Link } from '@tanstack/react-router'
import type { SharedLook } from '../../../shared/domain/index.ts'
import { Banner, Button, FailureBanner, plural } from '../../ui/index.ts'
import type { OpenRequest } from './openInput.ts'
import type { Opening } from './useOpenShared.ts'

/** What a server answered, as far as it can be told: some of its answers mean several things. */
export function Finding({ opening, onRetry }: { opening: Opening; onRetry: (request: OpenRequest) => void }) {
  if (opening.state === 'idle' || opening.state === 'looking') return null
  const { request } = opening
  const retry = () => onRetry(request)
  if (opening.state === 'failed') return <FailureBanner failure={opening.failure} onRetry={retry} />
  const { look } = opening
  const host = hostOf(request.baseUrl)
  const again = <Button onPress={retry}>Look again</Button>
  if (look.finding === 'nothing') {
    return (
      <Banner tone="warn" title={`${host} shows nothing of this conversation.`} actions={again}>
        It is not shared, or there is none with this id: the server answers the same for both. Whoever shared it can see
        whether it still is.
      </Banner>
    )
  }
  if (look.events === 0) {
    return (
      <Banner
        tone={look.finding === 'shared' ? 'info' : 'warn'}
        title={look.finding === 'shared' ? 'It is shared, and has no events yet.' : `${host} shows no events of it.`}
        actions={
          <>
            {again}
            {look.finding === 'shared' && <OpenLink look={look} />}
          </>
        }
      >
        {look.finding === 'shared'
          ? 'What happens in it will be shown as soon as the server has it.'
          : 'It is not shared, there is none with this id, or it has no events: this server does not say which.'}
      </Banner>
    )
  }
  if (look.missing.length === 0) return null
  return (
    <Banner
      tone="warn"
      title={`${plural(look.missing.length, 'event')} of those asked for ${look.missing.length === 1 ? 'is' : 'are'} not shown.`}
      actions={<OpenLink look={look} />}
    >
      There is none with this id, or it is a state update, which nobody but the owner sees: {look.missing.join(', ')}
    </Banner>
  )
}

function OpenLink({ look }: { look: SharedLook }) {
  return (
    <Link to="/c/$connectionId/$conversationId" params={look.conversation}>
      Open it all the same
    </Link>
  )
}

/** The name of a server in a sentence; what was typed when it is no address. */
export function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host || baseUrl
}
