import type { StartRequest } from './startRequest.ts'

/** Something that a server accepts and that may not be what was meant; `field` is the request's. */
export interface StartWarning {
  field: keyof StartRequest
  text: string
}

const PLACEHOLDER = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/** What to think of before a start (seed rules 2.4.3 and 2.4.4). */
export function startWarnings(request: Pick<StartRequest, 'secrets' | 'repository' | 'plugins'>): StartWarning[] {
  const warnings: StartWarning[] = []
  const names = Object.keys(request.secrets)
  if (request.repository !== null && names.some((name) => name.toUpperCase() === 'GITHUB_TOKEN')) {
    warnings.push({
      field: 'repository',
      text:
        'If this GITHUB_TOKEN belongs to another git user than the account, start without a repository and clone it ' +
        'afterwards, or attach a prepared sandbox. Who commits (git user.name and user.email) is set apart from it.',
    })
  }
  for (const name of placeholders(request.plugins)) {
    if (names.includes(name)) continue
    warnings.push({
      field: 'plugins',
      text: `A plugin has the placeholder \${${name}}, and no secret of this start is called ${name}: unless one is stored in the account, it stays empty.`,
    })
  }
  return warnings
}

/** Names in `${NAME}` anywhere in the plugins' parameters, each once. */
function placeholders(plugins: StartRequest['plugins']): string[] {
  const text = JSON.stringify(plugins.map(({ parameters }) => parameters))
  return [...new Set([...text.matchAll(PLACEHOLDER)].flatMap(([, name]) => (name === undefined ? [] : [name])))]
}
