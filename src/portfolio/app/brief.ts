import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import type { RecordName } from '../place/find.ts'
import { latestSignals } from '../signal/read.ts'
import { isUnresolved } from '../signal/status.ts'
import { showApp } from './show.ts'

const maxSignals = 200

/**
 * Returns an app, in full and with its unresolved signals, its latest tasks, the latest decisions of its product, and the
 * rules that bind it. `totals` counts the records of each list.
 */
export async function briefApp(read: Read, name: RecordName) {
  const detail = await showApp(read, name)
  const { signals: _, insights: __, decisions, tasks, rules, ...app } = detail
  const [signals, [counts]] = await Promise.all([
    latestSignals(read, { app_slug: app.slug, unresolved: true }, maxSignals),
    read(countRecords({ id: app.id, product_id: app.product_id })),
  ])
  return {
    record: app,
    detail,
    lists: { signals, tasks, decisions, rules },
    totals: { ...counts },
  }
}

const countRecords = statement((_: { id: number; product_id: number | null }) =>
  db.selectNoFrom([
    sql<number>`(select count(*) from signals where app_id = ${param('id')} and ${isUnresolved})`.as(
      'signals',
    ),
    sql<number>`(select count(*) from tasks where app_id = ${param('id')})`.as('tasks'),
    sql<number>`(select count(*) from decisions
      where product_id = ${param('product_id')} or (${param('product_id')}::bigint is null and app_id = ${param('id')}))`.as(
      'decisions',
    ),
  ]),
)
