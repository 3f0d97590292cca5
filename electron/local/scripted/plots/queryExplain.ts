import type { Plot, Setting } from '../plot.ts'
import type { Step } from '../step.ts'
import { finish, terminal, think, view } from '../tools.ts'

const TABLES = ['invoices', 'order_lines', 'refunds', 'accounts', 'currencies', 'regions'] as const

function chapter({ random, folder }: Setting, round: number): Step[] {
  const table = TABLES[round % TABLES.length] ?? 'invoices'
  const rows = random.between(200_000, 9_000_000)
  const slow = random.between(3000, 31_000)
  return [
    view(
      `How does the report use ${table}?`,
      `${folder}/reports/revenue/${table}.sql`,
      `select r.name, sum(x.amount_cents)\n  from ${table} x join regions r on r.id = x.region_id\n where x.booked_at::date between :from and :to\n group by r.name`,
    ),
    terminal(
      'Asking the planner.',
      `psql "$REPLICA" -c "explain (analyze, buffers) select sum(amount_cents) from ${table} where booked_at::date between '2026-10-01' and '2026-10-31'"`,
      ` Aggregate  (actual time=${slow}.112..${slow}.113 rows=1 loops=1)\n   Buffers: shared hit=1204 read=${Math.floor(rows / 90)}\n   ->  Seq Scan on ${table}  (actual time=0.031..${slow - 190}.402 rows=${Math.floor(rows / 24)} loops=1)\n         Filter: ((booked_at)::date >= '2026-10-01'::date)\n         Rows Removed by Filter: ${rows}\n Planning Time: 0.412 ms\n Execution Time: ${slow}.201 ms`,
      { seconds: slow / 4000, summary: `explain ${table}` },
    ),
    think(
      `${table} is read whole.`,
      `The cast in the filter hides the column from its index on booked_at. A half-open range on the bare column would use the index and read about ${Math.floor(rows / 24)} rows instead of ${rows}.`,
    ),
    terminal(
      'How would the range do? Reading only.',
      `psql "$REPLICA" -c "explain analyze select sum(amount_cents) from ${table} where booked_at >= '2026-10-01' and booked_at < '2026-11-01'"`,
      ` Aggregate  (actual time=${random.between(40, 300)}.310..${random.between(301, 400)}.311 rows=1 loops=1)\n   ->  Index Scan using ${table}_booked_at_idx on ${table}`,
      { seconds: 0.8, summary: `explain ${table} with a range` },
    ),
  ]
}

/** A slow query is explained, and nothing is changed. */
export const queryExplain: Plot = {
  name: 'query explained',
  suits: /explain|query|slow|report|sql|why/i,
  opening: ({ folder }) => [
    terminal('Finding the report.', `ls ${folder}/reports/revenue`, TABLES.map((table) => `${table}.sql`).join('\n'), {
      seconds: 0.3,
    }),
    terminal('', 'psql "$REPLICA" -c "select version()"', ' PostgreSQL 17.2 on x86_64-pc-linux-gnu', { seconds: 0.5 }),
  ],
  chapter,
  ending: () => [
    finish(
      'The report is slow because every filter casts `booked_at` to a date, so no index is used and six tables are read whole.\n\n**What to do:** write the month as a half-open range on the bare column. On the replica that takes the report from 40 s to about 1 s. I changed nothing.',
    ),
  ],
}
