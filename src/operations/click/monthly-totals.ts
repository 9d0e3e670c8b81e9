import { sql } from 'kysely'
import { tryLock } from '../../database/lock.ts'
import type { EntityManager, MikroORM } from '../../database/transaction.ts'
import { transact } from '../../database/transaction.ts'
import { areCounted } from '../../metrics/clicks.ts'

/**
 * Adds the clicks of changed days to the running totals of their months, the latest month first. Each month is a
 * transaction of its own. Does nothing while another server does it.
 */
export async function updateClickMonths(orm: MikroORM): Promise<void> {
  let isDone = false
  while (!isDone)
    isDone = await transact(
      orm,
      async (em) => {
        if (!(await tryLock(em, 'click months'))) return true
        const month = await latestChangedMonth(em)
        if (month !== null) await totalMonth(em, month)
        return month === null
      },
      { timeLimit: 'bulk' },
    )
}

async function latestChangedMonth(em: EntityManager): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select date_trunc('month', max(date))::date::text as month from changed_click_days`.execute(
    em.getKysely(),
  )
  return rows[0]?.month ?? null
}

// One statement, so that the clicks are those of the snapshot in which it finds the changed days. A day that another
// transaction changes meanwhile has a row of its own in `changed_click_days`, which stays.
async function totalMonth(em: EntityManager, month: string): Promise<void> {
  const first = sql`${month}::date`
  const next = sql`(${first} + interval '1 month')::date`
  const isInMonth = sql`date >= ${first} and date < ${next}`
  await sql`
    with done as (
      delete from changed_click_days where ${isInMonth}
    ), daily as (
      select date, 'application' collate "C" as dimension, app_id::text collate "C" as key,
        sum(clicks) filter (where ${areCounted()}) as clicks
      from clicks where ${isInMonth} group by date, app_id
      union all
      select date, 'company', company_id::text, sum(clicks) filter (where ${areCounted()})
      from clicks where ${isInMonth} group by date, company_id
      union all
      select date, 'status', status, sum(clicks) from clicks where ${isInMonth} group by date, status
    ), keys as (
      select distinct dimension, key from daily
    ), running as (
      select dimension, key, date,
        sum(coalesce(daily.clicks, 0)) over (partition by dimension, key order by date) as clicks
      from keys cross join (
        select ${first} + day as date from generate_series(0, ${next} - ${first} - 1) as day
      ) as days left join daily using (dimension, key, date)
    ), vanished as (
      delete from click_months as stored
      where month = ${first} and not exists (
        select from keys where keys.dimension = stored.dimension and keys.key = stored.key
      )
    )
    insert into click_months as stored (month, dimension, key, clicks)
    select ${first}, dimension, key, array_agg(clicks order by date) from running group by dimension, key
    on conflict (month, dimension, key) do update set clicks = excluded.clicks
      where stored.clicks <> excluded.clicks`.execute(em.getKysely())
}
