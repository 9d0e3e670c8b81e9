import { type RawBuilder, sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { measured, type Subject } from '../../metrics/metric.ts'
import { dayIn, todayIn } from '../../record/time-zone.ts'
import type { Expectation, StoredExpectation } from './expectation.ts'
import { judge, type Measure, type MeasuredExpectation, windowsOf } from './measurement.ts'

/** A decision whose expectations are measured: as its reads return it. */
type Expecting<E extends StoredExpectation> = { created_at: string; expected: readonly E[] }

/**
 * Returns the expectations of each decision with what was measured and the verdict, in the days of a time zone. Runs one
 * statement for all, and none if they expect nothing.
 */
export async function measureExpectations(
  read: Read,
  decisions: readonly Expecting<Expectation>[],
  zone: string,
): Promise<MeasuredExpectation[][]> {
  const today = todayIn(zone)
  const windowed = decisions.map(({ created_at, expected }) => {
    const day = dayIn(zone, created_at)
    return expected.map((entry) => ({ ...entry, ...windowsOf(entry.by, day, today) }))
  })
  const periods = windowed
    .flat()
    .flatMap(({ before_days, after_days, ...entry }) =>
      [before_days, after_days].map((days) => subjectIn(entry, days)),
    )
  const measures = periods.length > 0 ? await read(selectMeasures({ periods: JSON.stringify(periods) })) : []
  let next = 0
  const take = () => measures[next++] ?? { value: null, days: 0 }
  return windowed.map((entries) =>
    entries.map((entry) => ({
      ...entry,
      ...judge(entry, entry.days, { before: take(), after: take() }, today),
    })),
  )
}

/** What was measured on a day. */
export type MeasuredDay = { date: string; value: number }

/**
 * Returns what was measured on each day from the first to the last that expectations of a decision compare, oldest first,
 * for each of them. Days without any are left out. Runs one statement.
 */
export async function readExpectedDays(
  read: Read,
  expectations: readonly MeasuredExpectation[],
): Promise<MeasuredDay[][]> {
  const periods = expectations.map(({ before_days, after_days, ...entry }) =>
    subjectIn(entry, { from: before_days.from, to: after_days.to }),
  )
  if (periods.length === 0) return []
  const rows = await read(selectDays({ periods: JSON.stringify(periods) }))
  return rows.map(({ days }) => days)
}

function subjectIn(
  { metric, app_id, product_id, keyword, country }: Pick<StoredExpectation, 'metric' | keyof Subject>,
  { from, to }: { from: string; to: string },
) {
  return { metric, app_id, product_id, keyword, country, first: from, last: to }
}

const periods = sql`rows from (jsonb_to_recordset(${param('periods')}::jsonb)
  as (metric text, app_id bigint, product_id bigint, keyword text, country text, first date, last date)
) with ordinality as period (metric, app_id, product_id, keyword, country, first, last, nth)`

const subject: Subject = {
  app_id: sql`period.app_id`,
  product_id: sql`period.product_id`,
  keyword: sql`period.keyword`,
  country: sql`period.country`,
}
const isInPeriod = sql`date between period.first and period.last`

/** Returns the SQL of a value for the metric of the period. `of` makes it from the rows of a metric and their aggregate. */
function byMetric(of: (rows: RawBuilder<unknown>, value: RawBuilder<unknown>) => RawBuilder<unknown>) {
  const cases = Object.entries(measured).map(
    ([metric, { rows, value }]) =>
      sql`when ${sql.lit(metric)} then (${of(rows(subject, isInPeriod), value)})`,
  )
  return sql`case period.metric ${sql.join(cases, sql` `)} end`
}

const example = {
  periods: JSON.stringify([
    {
      metric: 'clicks',
      app_id: null,
      product_id: 7,
      keyword: null,
      country: null,
      first: '2026-10-04',
      last: '2026-10-31',
    },
  ]),
}

const selectMeasures = statement(
  'expectations.measures',
  example,
  () =>
    sql<Measure>`
    select (measure->>'value')::float8 as value, (measure->>'days')::int as days
    from (
      select nth, ${byMetric(
        (rows, value) =>
          sql`select json_build_object('value', ${value}, 'days', count(distinct date)) from (${rows}) as counted`,
      )} as measure
      from ${periods}
    ) as measured order by nth`,
)

const selectDays = statement(
  'expectations.days',
  example,
  () =>
    sql<{ days: MeasuredDay[] }>`
    select ${byMetric(
      (
        rows,
        value,
      ) => sql`select coalesce(json_agg(json_build_object('date', date, 'value', value) order by date), '[]')
        from (select date, ${value} as value from (${rows}) as counted group by date) as day`,
    )} as days
    from ${periods} order by nth`,
)
