import { isWireObject, rowOfEvent, textAt } from '../../../../shared/domain/index.ts'
import { type Leaf, leavesOf } from './eventLeaves.ts'
import { escaped } from './htmlText.ts'

/** Pictures are shown when they are nothing but a picture. */
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/

/** One event of the report: who, when, what in one line, then what it says; the other fields behind a fold. */
export function htmlEvent(position: number, id: string, json: string): string {
  const parsed: unknown = JSON.parse(json)
  const event = isWireObject(parsed) ? parsed : {}
  const { lane, label, summary, result, isError } = rowOfEvent(event)
  const { main, rest } = leavesOf(event, summary)
  const head = [
    `<a class="n" href="#e${position}">${(position + 1).toLocaleString('en')}</a>`,
    `<time>${escaped(textAt(event, 'timestamp') ?? 'no time')}</time>`,
    `<b>${escaped(label)}</b>`,
    summary === '' ? '' : `<span>${escaped(summary)}</span>`,
    result === '' ? '' : `<i>${escaped(result)}</i>`,
  ]
  const fields = [
    { path: 'id', text: id },
    { path: 'kind', text: textAt(event, 'kind') ?? '' },
    { path: 'source', text: textAt(event, 'source') ?? '' },
    ...rest.filter((one) => !isPicture(one)),
  ]
  // One text for all of them: a page of tens of thousands of events must not have a million elements.
  const more = fields.map(({ path, text }) => `${path}: ${text}`).join('\n')
  return [
    `<article id="e${position}" class="${lane}${isError ? ' error' : ''}"><header>${head.join(' ')}</header>`,
    ...main.map((one) => (isPicture(one) ? picture(one) : block(one))),
    ...rest.filter(isPicture).map(picture),
    `<details><summary>${fields.length} fields</summary><pre>${escaped(more)}</pre></details></article>\n`,
  ].join('')
}

function isPicture({ text }: Leaf): boolean {
  return IMAGE.test(text)
}

function block({ path, text }: Leaf): string {
  return `<div class="f${isShort(text) ? ' s' : ''}"><span>${escaped(path)}</span><pre>${escaped(text)}</pre></div>`
}

function picture({ path, text }: Leaf): string {
  return `<div class="f"><span>${escaped(path)}</span><img alt="" loading="lazy" src="${text}"></div>`
}

/** Fits beside its name. */
function isShort(text: string): boolean {
  return text.length <= 100 && !text.includes('\n')
}
