import { type RawBuilder, sql } from 'kysely'
import { param } from '../../database/statement.ts'
import { actorKey, changesValue, isByProgram } from '../../journal/history.ts'

const maxSignals = 200
const maxEvents = 200
const maxWrites = 400

const from = sql`${param('from')}::date`
const to = sql`${param('to')}::date`

/** Returns the day of a timestamp in the time zone of the company. */
const dayIn = (column: RawBuilder<unknown>) => sql`(${column} at time zone ${param('zone')}::text)::date`

const isInPeriod = (column: RawBuilder<unknown>) => sql`${dayIn(column)} between ${from} and ${to}`

// A dismissed signal ended when it was last changed.
const signalEnd = sql`case when resolved_at is not null then ${dayIn(sql`resolved_at`)}
  when status = 'dismissed' then ${dayIn(sql`updated_at`)} end`

/**
 * The number of signals of a product that were unresolved in the period, as `total`, and as `items` those that matter most:
 * the unresolved ones first, then the most severe, then the newest.
 */
export const signalSpans = sql`(
  select json_build_object('total', coalesce(max(total), 0), 'items', coalesce(json_agg(json_build_object('id', id, 'title', title,
    'signal_type', signal_type, 'severity', severity, 'first', first, 'last', last) order by nth), '[]'))
  from (
    select span.*, row_number() over (order by last is not null, degree, first desc, id desc) as nth, count(*) over () as total
    from (
      select id, title, signal_type, severity, ${dayIn(sql`created_at`)} as first, ${signalEnd} as last,
        array_position(array['critical', 'high', 'medium', 'low'], severity) as degree
      from signals
      where product_id = ${param('product_id')} and ${dayIn(sql`created_at`)} <= ${to}
        and coalesce(${signalEnd}, ${to}) >= ${from}
    ) as span
    order by nth limit ${sql.lit(maxSignals)}
  ) as span
)`

/** The decisions that were made in the period, with their outcome. */
export const decisionEvents = sql`(
  select coalesce(json_agg(happened order by happened.date, happened.id), '[]') from (
    select id, title, outcome, ${dayIn(sql`created_at`)} as date from decisions
    where product_id = ${param('product_id')} and ${isInPeriod(sql`created_at`)}
    order by id desc limit ${sql.lit(maxEvents)}
  ) as happened
)`

/** The tasks that were created or finished in the period. */
export const taskEvents = sql`(
  select coalesce(json_agg(happened order by happened.date, happened.id), '[]') from (
    select id, title, 'created' as event, ${dayIn(sql`created_at`)} as date from tasks
    where product_id = ${param('product_id')} and ${isInPeriod(sql`created_at`)}
    union all
    select id, title, 'done', ${dayIn(sql`done_at`)} from tasks
    where product_id = ${param('product_id')} and status = 'done' and ${isInPeriod(sql`done_at`)}
    order by date desc, id desc limit ${sql.lit(maxEvents)}
  ) as happened
)`

/** The new versions of the apps in the store. The first version that is known of an app is not a new one. */
export const releaseEvents = sql`(
  select coalesce(json_agg(release order by release.date, release.app_id), '[]') from (
    select app.id as app_id, app.name as app_name, app.platform, known.date, known.version
    from app, lateral (
      select date, version, lag(version) over (order by date) as before
      from store_truth where app_id = app.id and version is not null and date <= ${to}
    ) as known
    where known.before is distinct from known.version and known.before is not null and known.date >= ${from}
    order by known.date desc limit ${sql.lit(maxEvents)}
  ) as release
)`

const records = (type: string, table: string) =>
  sql`select ${sql.lit(type)} as type, id from ${sql.table(table)} where product_id = ${param('product_id')}`

/** The numbers of changes that each agent made to the product and its records, on each day. */
export const agentWrites = sql`(
  select coalesce(json_agg(write order by write.date, write.key), '[]') from (
    select ${dayIn(sql`history.created_at`)} as date, ${actorKey} as key, count(*) as changes,
      (array_agg(history.actor order by history.id desc))[1] as actor
    from (
      select 'product' as type, ${param('product_id')}::bigint as id
      union all ${sql.join(
        [
          records('app', 'apps'),
          records('signal', 'signals'),
          records('insight', 'insights'),
          records('economics', 'economics'),
          records('decision', 'decisions'),
          records('task', 'tasks'),
          records('canon_rule', 'canon_rules'),
        ],
        sql` union all `,
      )}
    ) as record join history on history.record_type = record.type and history.record_id = record.id
    where ${isByProgram} and ${changesValue} and ${isInPeriod(sql`history.created_at`)}
    group by 1, 2 order by 1 desc limit ${sql.lit(maxWrites)}
  ) as write
)`
