import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { UnsafeAddressError } from '../../../electron/host/openExternally.ts'
import { openThroughFile } from '../../../electron/host/openThroughFile.ts'
import { HandrailError } from '../../../shared/domain/index.ts'
import { testFolder } from '../vault/folder.ts'

const ADDRESS = 'https://vscode.example.test/?tkn=test-token-0001&folder=%2Fworkspace'

it('hands the desktop a page of this user alone that leads to the address', async () => {
  const folder = testFolder()
  const opened: string[] = []
  await openThroughFile(folder, ADDRESS, async (file) => opened.push(file) > 0)
  const [file = ''] = opened
  expect(file).not.toContain('test-token')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toContain(`url=${ADDRESS.replaceAll('&', '&amp;')}"`)
})

it('keeps an address from ending the attribute that it stands in', async () => {
  const folder = testFolder()
  let page = ''
  await openThroughFile(folder, `https://a.test/?x="><script>alert(1)</script>#'"><b>`, async (file) => {
    page = readFileSync(file, 'utf8')
    return true
  })
  expect(page).not.toMatch(/<script>|<b>/)
})

it('says so when nothing opens it, and writes nothing for an address that is no page', async () => {
  const folder = testFolder()
  await expect(openThroughFile(folder, ADDRESS, async () => false)).rejects.toThrow(HandrailError)
  const before = readdirSync(folder)
  await expect(openThroughFile(folder, 'file:///etc/passwd', async () => true)).rejects.toThrow(UnsafeAddressError)
  expect(readdirSync(folder)).toEqual(before)
})
