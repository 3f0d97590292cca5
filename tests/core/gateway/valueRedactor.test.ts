import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactionMarker, writtenForms } from '../../../electron/core/gateway/index.ts'
import { createValueRedactor } from '../../../electron/core/gateway/redaction/valueRedactor.ts'

const KEY = 'sk-oh-0123456789abcdef'

/** Secrets of any characters; never part of the marker itself, which would be no find. */
const secret = fc
  .string({ minLength: 8, maxLength: 40, unit: 'binary' })
  .filter((text) => !/redacted|^[\d[\]:]+$/.test(text))

function redactorOf(...secrets: string[]) {
  const redactor = createValueRedactor()
  for (const each of secrets) redactor.hold(each)
  return redactor
}

/** What is left of a text between the markers. */
function remains(text: string): string[] {
  return text.split(/\[redacted:\d+\]/)
}

describe('a held key never passes', () => {
  test('in plain text, and the marker says how long it was', () => {
    const redactor = redactorOf(KEY)
    expect(redactor.redact(`key=${KEY}; again ${KEY}`)).toBe('key=[redacted:22]; again [redacted:22]')
    expect(redactor.count()).toBe(2)
  })

  test('whatever it is made of and wherever it stands, written plainly', () => {
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 5 }),
        fc.array(fc.string({ unit: 'binary' })),
        (secrets, around) => {
          const redactor = redactorOf(...secrets)
          const text =
            around.map((part, index) => part + (secrets[index % secrets.length] ?? '')).join('') + secrets.join('')
          for (const rest of remains(redactor.redact(text))) {
            for (const each of secrets) expect(rest.includes(each)).toBe(false)
          }
        },
      ),
    )
  })

  test('inside JSON, and inside JSON that stands as text in JSON', () => {
    fc.assert(
      fc.property(secret, (key) => {
        const redactor = redactorOf(key)
        const once = JSON.stringify({ key, other: 1 })
        expect(JSON.parse(redactor.redact(once))).toEqual({
          key: expect.stringMatching(/^\[redacted:\d+\]$/),
          other: 1,
        })
        const twice = redactor.redact(JSON.stringify({ log_data: once }))
        expect(twice).toContain('[redacted:')
        expect(JSON.parse(twice)).toEqual({ log_data: expect.not.stringContaining(JSON.stringify(key).slice(1, -1)) })
      }),
    )
  })

  test('inside an address, as a path and as a form, in either letter case', () => {
    fc.assert(
      fc.property(
        secret.filter((key) => key.isWellFormed()),
        (key) => {
          const redactor = redactorOf(key)
          for (const written of [encodeURIComponent(key), new URLSearchParams({ key }).toString().slice(4)]) {
            for (const form of [written, written.replace(/%../g, (hex) => hex.toLowerCase())]) {
              expect(redactor.redact(`https://host/?tkn=${form}`)).toBe(
                `https://host/?tkn=${redactionMarker(form.length)}`,
              )
            }
          }
        },
      ),
    )
  })

  test('as Python writes it: escaped to ASCII', () => {
    expect(redactorOf('schlüssel-🔑-42').redact('{"key": "schl\\u00fcssel-\\ud83d\\udd11-42"}')).toBe(
      '{"key": "[redacted:30]"}',
    )
  })

  test('when two keys overlap, no piece of either stays', () => {
    expect(redactorOf('abcdefgh', 'efghijkl').redact('<abcdefghijkl>')).toBe('<[redacted:12]>')
    expect(redactorOf('abcdefgh', 'abcdefghijkl').redact('<abcdefghijkl>')).toBe('<[redacted:12]>')
  })
})

describe('what is no key stays as it is', () => {
  test('text without a held key is given back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.includes(KEY))
        expect(redactorOf(KEY).redact(text)).toBe(text)
      }),
    )
  })

  test('a value under 8 characters is not held: it occurs by chance', () => {
    const redactor = createValueRedactor()
    expect(redactor.hold('1234567')).toBe(false)
    expect(redactor.redact('1234567')).toBe('1234567')
  })

  test('a key is told as new once, for the search of the archive', () => {
    const told: string[] = []
    const redactor = createValueRedactor((each) => told.push(each))
    redactor.hold(KEY)
    redactor.hold(KEY)
    expect(told).toEqual([KEY])
  })

  test('an ordinary key has one written form', () => {
    expect(writtenForms('sk-oh_0123456789.~ABC')).toEqual(['sk-oh_0123456789.~ABC'])
  })
})
