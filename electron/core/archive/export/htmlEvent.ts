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
  const { main, rest } = leavesOf(event)
  const head = [
    `<a class="n" href="#e${position}">${(position + 1).toLocaleString('en')}</a>`,
    `<time>${escaped(textAt(event, 'timestamp') ?? 'no time')}</time>`,
    `<b>${escaped(label)}</b>`,
    summary === '' ? '' : `<span>${escaped(summary)}</span>`,
    result === '' ? '' : `<i>${escaped(result)}</i>`,
  ]
  const more = [
    { path: 'id', text: id },
    { path: 'kind', text: textAt(event, 'kind') ?? '' },
    { path: 'source', text: textAt(event, 'source') ?? '' },
    ...rest,
  ]
  return [
    `<article id="e${position}" class="${lane}${isError ? ' error' : ''}"><header>${head.join(' ')}</header>`,
    ...main.map(leaf),
    `<details><summary>${rest.length + 3} more fields</summary>${more.map(leaf).join('')}</details></article>\n`,
  ].join('')
}

function leaf({ path, text }: Leaf): string {
  const value = IMAGE.test(text) ? `<img alt="" loading="lazy" src="${text}">` : escaped(text)
  return `<div class="f"><span>${escaped(path)}</span><pre>${value}</pre></div>`
}
