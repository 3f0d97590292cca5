import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright'
import { launchChromium } from './support/browser.ts'
import { type HostClient, startHost } from './support/hostProcess.ts'
import { until } from './support/until.ts'

const ROOT = resolve(import.meta.dirname, '..')
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
]
/** Above this width the inspector is beside the timeline, else over it when asked for. */
const WIDE = 1100
const THEMES = ['dark', 'light'] as const

/** `npm run screenshots`: every page over the local service, in both themes and sizes, and the README's picture. */
async function main(): Promise<void> {
  const folder = join(ROOT, 'tests/cache/screens')
  await mkdir(folder, { recursive: true })
  const dataDir = await mkdtemp(join(tmpdir(), 'handrail-screens-'))
  const host = await startHost({ dataDir })
  const { rpc, close } = await host.connect()
  const browser = await launchChromium()
  try {
    const pages = await pagesOf(rpc)
    for (const theme of THEMES) {
      for (const viewport of SIZES) {
        const page = await browser.newPage({ viewport, colorScheme: theme })
        await page.goto(host.address)
        await page.getByRole('row').nth(3).waitFor()
        for (const [name, hash] of Object.entries(pages)) {
          await show(page, hash)
          await page.screenshot({ path: join(folder, `${name}-${theme}-${viewport.width}.png`) })
          if (name === 'conversation' && theme === 'dark' && viewport.width === 1440) {
            await page.screenshot({ path: join(ROOT, 'docs/conversation.png') })
          }
        }
        await page.close()
      }
    }
  } finally {
    await browser.close()
    close()
    await host.kill('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The routes worth a look; the conversations are loaded whole first. */
async function pagesOf(rpc: HostClient): Promise<Record<string, string>> {
  const [connection] = await rpc.connections.list({})
  if (connection === undefined) throw new Error('no local service')
  const { conversations } = await rpc.conversations.refresh({ connectionId: connection.id })
  const route = async (title: string) => {
    const found = conversations.find((conversation) => conversation.title === title)
    if (found === undefined) throw new Error(`no conversation "${title}"`)
    const ref = { connectionId: found.connectionId, conversationId: found.conversationId }
    await until(
      (signal) => rpc.sync.watch(ref, { signal }),
      ({ state }) => state.localCount === state.server?.count,
    )
    return `#/c/${found.connectionId}/${found.conversationId}`
  }
  return {
    fleet: '#/conversations',
    sandboxes: '#/sandboxes',
    search: '#/search',
    shared: '#/shared',
    imported: '#/imported',
    archive: '#/archive',
    settings: '#/settings',
    connections: '#/connections',
    conversation: await route('Fix flaky login test'),
    long: await route('Migrate billing cron to queue'),
    asleep: await route('Triage backlog issues'),
  }
}

async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate((target) => {
    location.hash = target
  }, hash)
  if (!hash.startsWith('#/c/')) return void (await page.getByRole('heading').first().waitFor())
  await page.locator('[data-event-id]').nth(5).waitFor()
  await page.locator('[data-event-id]').nth(4).click()
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  if ((page.viewportSize()?.width ?? 0) > WIDE) await page.getByRole('tab', { name: 'Pretty' }).waitFor()
}

await main()
