import type { Connection } from '../../../shared/domain/index.ts'
import { failureOf } from '../../rpc/index.ts'
import { FailureBanner, ProgressBar } from '../../ui/index.ts'
import { RegistrationForm } from './registrationForm.tsx'
import { Section } from './section.tsx'
import { useSettings } from './useSettings.ts'

const ABOUT = (
  <>
    <p>
      Tokens with which the agents of this account read and write repositories, and the MCP servers whose tools they
      get.
    </p>
    <p>
      Servers keep one list of providers and replace it as a whole. So the list beside this is the whole one: what is
      set stays unless you change it here. Tokens go to the server once and never come back.
    </p>
  </>
)

export function ProvidersSection({ connection }: { connection: Connection }) {
  const { data, error, isPending, refetch } = useSettings(connection.id)
  return (
    <Section title="Git providers and MCP servers" about={ABOUT}>
      {error !== null && data === undefined ? (
        <FailureBanner failure={failureOf(error)} onRetry={() => void refetch()} />
      ) : isPending ? (
        <ProgressBar label="Reading which providers are set…" />
      ) : (
        <RegistrationForm connection={connection} settings={data.settings} />
      )}
    </Section>
  )
}
