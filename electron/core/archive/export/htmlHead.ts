import { escaped } from './htmlText.ts'
import type { ExportHead } from './writer.ts'

/** Nothing is fetched and nothing runs, also should a text of an event become markup. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1c2128;--dim:#626b78;--line:#dfe3e8;--soft:#f5f6f8;--bad:#b3261e;
--user:#2457c5;--agent:#7a3ea8;--tool:#0f7a5c;--env:#6b7280;--hook:#a35200;--memory:#8a6d00}
@media (prefers-color-scheme:dark){:root{--bg:#14171c;--fg:#e4e7ec;--dim:#98a1ae;--line:#2c323b;--soft:#1c2027;--bad:#ff8a80;
--user:#8ab4ff;--agent:#cfa3f0;--tool:#6fd3b0;--env:#a3abb8;--hook:#f0a860;--memory:#e0c050}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:14px/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:0 1rem}
.top{padding-top:1.5rem}h1{font-size:1.4rem;margin:0 0 .5rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.5rem 0 1rem}
dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:.1rem .8rem;margin:0 0 1rem;font-variant-numeric:tabular-nums}
a{color:inherit}nav a{color:var(--dim)}
section{content-visibility:auto;contain-intrinsic-size:auto 60000px}
article{border-left:3px solid var(--env);border-bottom:1px solid var(--line);padding:.5rem .75rem;content-visibility:auto;
contain-intrinsic-size:auto 120px}
article.user{border-left-color:var(--user)}article.agent{border-left-color:var(--agent)}
article.tool{border-left-color:var(--tool)}article.hook{border-left-color:var(--hook)}
article.memory{border-left-color:var(--memory)}article.error{border-left-color:var(--bad)}
article:target{background:var(--soft)}
header{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:baseline;overflow-wrap:anywhere}
header span{flex:1 1 20rem}header time,.n{color:var(--dim);font-variant-numeric:tabular-nums;text-decoration:none}
.error header i,.warn{color:var(--bad)}
.f{margin-top:.35rem}.f.s{display:flex;gap:.75rem;align-items:baseline}.f.s>span{flex:0 0 9rem}.f.s>pre{flex:1;min-width:0}
.f>span{color:var(--dim);font-size:.8rem;overflow-wrap:anywhere}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate;font:12.5px/1.5 ui-monospace,monospace;
background:var(--soft);padding:.35rem .5rem;border-radius:4px}
details{margin-top:.35rem}summary{color:var(--dim);font-size:.8rem;cursor:pointer}
img{max-width:100%;height:auto}`

/** Everything before the first event. */
export function htmlHead({ conversationId, record, events, missing }: ExportHead, partSize: number): string {
  const title = record?.title ?? `Conversation ${conversationId}`
  const facts: [string, string | null][] = [
    ['id', conversationId],
    ['events', events.toLocaleString('en')],
    ['repository', record?.repository ?? null],
    ['branch', record?.branch ?? null],
    ['model', record?.model ?? null],
    ['created', time(record?.createdAt)],
    ['last change', time(record?.updatedAt)],
    ['cost', record?.usage == null ? null : `$${record.usage.costUsd.toFixed(2)}`],
    ['tags', tagsOf(record?.tags ?? {})],
  ]
  const list = facts.flatMap(([name, value]) =>
    value === null || value === '' ? [] : [`<dt>${name}</dt><dd>${escaped(value)}</dd>`],
  )
  const gap = missing === 0 ? '' : `<p class="warn">${missing} events of the server were not in the archive.</p>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<main><div class="top"><h1>${escaped(title)}</h1><dl>${list.join('')}</dl>${gap}${parts(events, partSize)}</div>
`
}

function parts(events: number, size: number): string {
  if (events <= size) return ''
  const links = Array.from({ length: Math.ceil(events / size) }, (_, at) => {
    const [from, to] = [at * size + 1, Math.min(events, (at + 1) * size)]
    return `<a href="#p${at}">${from.toLocaleString('en')}–${to.toLocaleString('en')}</a>`
  })
  return `<nav aria-label="Parts">${links.join('')}</nav>`
}

function time(ms: number | null | undefined): string | null {
  return ms == null ? null : new Date(ms).toISOString().replace('T', ' ').slice(0, 19).concat(' UTC')
}

function tagsOf(tags: Readonly<Record<string, string>>): string {
  return Object.entries(tags)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ')
}
