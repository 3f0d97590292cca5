/**
 * Every way in which a secret may stand in text of a server: plain, JSON-escaped (as JavaScript, Python and PHP do it,
 * once and twice, since logs hold JSON inside JSON) and percent-encoded (both cases, as a path and as a form).
 * Distinct, most keys have one.
 */
export function writtenForms(secret: string): string[] {
  const value = secret.toWellFormed()
  const forms = new Set([secret, value])
  const json = insideQuotes(value)
  for (const once of [json, asciiOnly(json), json.replaceAll('/', '\\/'), asciiOnly(json).replaceAll('/', '\\/')]) {
    forms.add(once)
    forms.add(insideQuotes(once))
  }
  const percent = encodeURIComponent(value)
  const strict = percent.replace(/[!'()*]/g, percentByte)
  for (const once of [percent, strict]) {
    for (const variant of [once, once.replaceAll('%2F', '/'), once.replaceAll('%20', '+')]) {
      forms.add(variant)
      forms.add(variant.replace(/%[0-9A-F]{2}/g, (encoded) => encoded.toLowerCase()))
    }
  }
  return [...forms]
}

function insideQuotes(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}

/** Python's `json.dumps` escapes everything outside ASCII. */
function asciiOnly(json: string): string {
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function percentByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
