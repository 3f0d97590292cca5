import type { Plot, Setting } from '../plot.ts'
import type { Step } from '../step.ts'
import { browse, click, create, edit, finish, plan, terminal, think } from '../tools.ts'
import { dim, green, red } from './ansi.ts'

const CASES = [
  ['guest', 'a guest buys without an account', '4242 4242 4242 4242'],
  ['saved-card', 'a customer pays with a saved card', '5555 5555 5555 4444'],
  ['declined', 'a declined card keeps the cart', '4000 0000 0000 0002'],
  ['offline', 'a lost connection charges once', '4242 4242 4242 4242'],
  ['coupon', 'a coupon lowers the total', '4242 4242 4242 4242'],
  ['vat', 'a company in another country pays no VAT', '4000 0025 0000 3155'],
] as const

function spec(title: string, card: string): string {
  return `import { expect, test } from './fixtures'\n\ntest('${title}', async ({ page, cart }) => {\n  await cart.add('espresso-cups', 2)\n  await page.goto('/checkout')\n  await page.getByLabel('Card number').fill('${card}')\n  await page.getByRole('button', { name: 'Pay' }).click()\n  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()\n})\n`
}

function chapter({ random, folder }: Setting, round: number): Step[] {
  const [name, title, card] = CASES[round % CASES.length] ?? CASES[0]
  const path = `${folder}/e2e/checkout/${name}${round < CASES.length ? '' : `-${Math.floor(round / CASES.length) + 1}`}.spec.ts`
  const run = `npx playwright test ${path.slice(folder.length + 1)}`
  const total = (random.between(1800, 9900) / 100).toFixed(2)
  return [
    browse(
      `How does the page behave when ${title}?`,
      'http://localhost:12000/checkout',
      `[1] <input Card number>\n[2] <input Expiry>\n[3] <input CVC>\n[4] <button>Pay € ${total}</button>\n[5] <a>Back to cart</a>`,
    ),
    click(
      'Trying it by hand first.',
      4,
      name === 'declined' ? 'Your card was declined. Try another one.' : `Thank you. Your order comes to € ${total}.`,
    ),
    create(`Writing the spec: ${title}.`, path, spec(title, card)),
    terminal(
      '',
      run,
      `${red('✘')} [chromium] › ${title}\n\n    Error: locator.fill: strict mode violation: getByLabel('Card number') resolved to 2 elements\n\n  ${red('1 failed')}`,
      { exitCode: 1, seconds: 6, summary: `run the ${name} spec` },
    ),
    think(
      'Two fields share a label.',
      'The express payment sheet repeats the label. Scoping the locator to the card form is what a person would do too.',
    ),
    edit(
      'Looking inside the card form only.',
      path,
      spec(title, card),
      "page.getByLabel('Card number')",
      "page.getByRole('form', { name: 'Card' }).getByLabel('Card number')",
    ),
    terminal(
      '',
      `${run} --repeat-each=5`,
      `  ${green('5 passed')} ${dim(`(${random.between(9, 21)}.${random.between(0, 9)}s)`)}`,
      { seconds: 7, summary: `run the ${name} spec 5 times` },
    ),
  ]
}

/** End-to-end tests for a shop's checkout. */
export const checkoutTests: Plot = {
  name: 'checkout tests',
  suits: /e2e|end-to-end|checkout|playwright|cypress/i,
  opening: ({ folder }) => [
    terminal(
      'Starting the shop with test payments.',
      `cd ${folder} && docker compose up -d shop payments-mock && curl -s localhost:12000/health`,
      ' Container shop-payments-mock-1  Started\n Container shop-web-1  Started\n{"status":"ok"}',
      { seconds: 9, summary: 'start the shop' },
    ),
    plan(
      'One case at a time.',
      CASES.map(([, title], i) => [title, i === 0 ? 'in_progress' : 'todo']),
    ),
  ],
  chapter,
  ending: () => [
    terminal(
      'All cases together, in three browsers.',
      'npx playwright test e2e/checkout',
      `  ${green('18 passed')} ${dim('(1.1m)')}`,
      { seconds: 12 },
    ),
    finish(
      'The checkout has end-to-end tests for guests, saved cards, declined cards, lost connections, coupons and VAT. They pass five times in a row in three browsers.',
    ),
  ],
}
