/** True when the text is a web page: a proxy, a sign-in page or a wrong address answered, no API. */
export function isHtml(text: string): boolean {
  return /^\s*(?:<!doctype html|<html|<head|<!--)/i.test(text.slice(0, 500))
}
