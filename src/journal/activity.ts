import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../database/read.ts'
import { all, param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { anyField, fieldPhrase, phrase } from '../language/phrase.ts'
import { notFound } from '../record/fault.ts'
import { qualifiedColumns } from '../record/field.ts'
import { visibleName } from '../record/invisible.ts'
import { decodeTimeCursor, encodeTimeCursor, timeCursor } from '../record/list/cursor.ts'
import { Provenance } from '../record/provenance.ts'
import { dayMs } from '../record/rules/day.ts'
import { translations } from '../record/rules/description.ts'
import { type Enumeration, enumOf } from '../record/rules/enumeration.ts'
import { Reference } from '../record/rules/id.ts'
import { clampedInteger } from '../record/rules/integer.ts'
import { isObjectPayload, rule } from '../record/rules/rule.ts'
import { text, toStorable, trim } from '../record/rules/text.ts'
import { rangeEnd, rangeStart } from '../record/rules/time-range.ts'
import { containsPattern } from '../record/text-search.ts'
import { requiredField } from '../record/validation/messages.ts'
import type { ChangeSet } from './change-set.ts'
import { actorKey, entryTime, isChange, isDirect, isListed, StoredHistory } from './history.ts'

const maxEntries = 200
const maxUndoneDays = 31

/** Which entries of the history are shown, if not every one. */
export const activityParts = {
  changes: {
    en: ['Changes', 'changes of records, without notes, links, claims and sign-ins'],
    ru: ['Изменения', 'изменения записей, без заметок, связей, взятия задач и входов'],
  },
  direct: {
    en: ['Direct', 'changes of the portfolio, without those of applied proposals'],
    ru: ['Напрямую', 'изменения портфеля, кроме внесённых через предложения'],
  },
} as const satisfies Enumeration

/** One change of any record: who wrote what, when and through which surface. */
export const ActivityEntry = StoredHistory.omit({
  fields: true,
  set_id: true,
  is_folded: true,
  transaction_id: true,
})
export type ActivityEntry = z.output<typeof ActivityEntry>

/** A change in the activity. `set` is the change set that it stands for; null for one that stands alone. */
export type ListedEntry = ActivityEntry & { set: ChangeSet | null }

/** The query of the activity of all records. */
export const ActivityQuery = z
  .object({
    actor: text(255)
      .optional()
      .describe('An actor such as user:1, a type of actor such as bot, or a part of the name of an actor')
      .register(translations, {
        ru: 'Автор, например user:1, тип автора, например bot, или часть имени автора',
      }),
    surface: rule(trim, StoredHistory.shape.surface)
      .optional()
      .describe('Only changes through this surface')
      .register(translations, { ru: 'Только изменения через этот интерфейс' }),
    entity: text(50)
      .optional()
      .describe('Only changes of records of this type, such as product')
      .register(translations, { ru: 'Только изменения записей этого вида, например product' }),
    record_id: Reference.optional()
      .describe('Only changes of this record. Requires entity')
      .register(translations, { ru: 'Только изменения этой записи. Нужен вид записи' }),
    set: Reference.optional()
      .describe('Only the changes of this import or undo, each by itself')
      .register(translations, { ru: 'Только изменения этого импорта или отмены, каждое отдельно' }),
    since: rangeStart
      .optional()
      .describe('Only changes from this date or timestamp on')
      .register(translations, { ru: 'Только изменения начиная с этого дня или времени' }),
    until: rangeEnd
      .optional()
      .describe('Only changes up to this date or timestamp, inclusive')
      .register(translations, { ru: 'Только изменения по этот день или время включительно' }),
    only: enumOf(activityParts).optional(),
    undone_from: rangeStart
      .optional()
      .describe(
        'Only changes of agents that a person set back, withdrew, retracted or deleted on this day or later',
      )
      .register(translations, {
        ru: 'Только изменения агентов, которые человек вернул, отозвал, снял или удалил в этот день или позже',
      }),
    undone_to: rangeEnd
      .optional()
      .describe(`Likewise, on this day or earlier. At most ${maxUndoneDays} days after undone_from`)
      .register(translations, {
        ru: `Так же, в этот день или раньше. Не больше ${maxUndoneDays} дней после первого`,
      }),
    cursor: timeCursor
      .describe('The next_cursor of the previous page')
      .register(translations, { ru: 'next_cursor предыдущей страницы' }),
    per_page: clampedInteger(maxEntries)
      .default(50)
      .describe('Entries per page; a value above 200 counts as 200'),
  })
  .refine(({ entity, record_id }) => record_id === undefined || entity !== undefined, {
    path: ['entity'],
    params: { sentence: requiredField() },
    when: isObjectPayload,
  })
  .refine(({ undone_from, undone_to }) => (undone_from === undefined) === (undone_to === undefined), {
    path: ['undone_to'],
    params: {
      sentence: phrase('validation.requiredTogether', {
        one: anyField(['undone_from']),
        other: anyField(['undone_to']),
      }),
    },
    when: isObjectPayload,
  })
  .refine(({ undone_from = '', undone_to = undone_from }) => isShort(undone_from, undone_to), {
    path: ['undone_to'],
    params: {
      sentence: fieldPhrase('validation.tooLate', {
        days: maxUndoneDays,
        from: anyField(['undone_from']),
      }),
    },
  })
export type ActivityQuery = z.output<typeof ActivityQuery>

/**
 * Returns a page of the history of all records, newest first, without records of the types `hidden`. A change set is one
 * entry, unless the entries of a set or of a record are asked for. `onlyChanges`: also
 * without entries that change no record. `direct` are the types of records that `only` `direct` selects, `undone` the ids of the entries that the
 * filters by what was undone select. `next_cursor` is null on the last page.
 */
export async function listActivity(
  read: Read,
  query: ActivityQuery,
  { hidden = [], direct = [], undone, onlyChanges }: ActivityOptions = {},
): Promise<{ entries: ListedEntry[]; next_cursor: string | null }> {
  const { actor, cursor, per_page, only, undone_from: _, undone_to: __, ...filters } = query
  const after = cursor === undefined ? undefined : decodeTimeCursor(cursor)
  const position = { after_id: after?.id, after_time: after?.created_at }
  const values = {
    ...filters,
    ...actorFilter(actor),
    ...position,
    hidden,
    undone,
    fetch: per_page + 1,
    onlyChanges: onlyChanges ?? (only === 'changes' || undefined),
    direct: only === 'direct' ? direct : undefined,
  }
  const byName = values.actor_type !== undefined || values.actor_name !== undefined
  const rows = await read(byName ? selectActivityOfActors(values) : selectActivity(values))
  const entries = rows.slice(0, per_page)
  const last = entries.at(-1)
  const more = rows.length > per_page && last !== undefined
  return { entries, next_cursor: more ? encodeTimeCursor(last) : null }
}

/** Returns one change by its id in the history. Throws `not_found` for one of a record of the types `hidden` too. */
export async function readChange(read: Read, id: number, hidden: string[] = []): Promise<ActivityEntry> {
  const [entry] = await read(selectChange({ id, hidden }))
  if (!entry) throw notFound()
  return entry
}

// PostgreSQL compares each change of the period with the earlier ones of its record.
function isShort(from: string, to: string): boolean {
  return from === '' || (to >= from && Date.parse(to) - Date.parse(from) <= maxUndoneDays * dayMs)
}

/** Returns the name of the actor with a key such as `portfolio_token:5`. Undefined if the actor wrote nothing. */
export async function readActorName(read: Read, key: string): Promise<string | undefined> {
  const [actor] = await read(selectActorName({ key: toStorable(key) }))
  return actor && visibleName(actor)
}

const selectActorName = statement('activity.actor_name', { key: 'user:1' }, () =>
  db
    .selectFrom('history')
    .where(sql<boolean>`${actorKey} = ${param('key')}`)
    .select([sql<string | number | null>`actor->'id'`.as('id'), sql<string>`actor->>'name'`.as('name')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit<number>(1)),
)

type ActivityOptions = {
  hidden?: string[]
  direct?: readonly string[]
  undone?: number[] | undefined
  onlyChanges?: true
}

type ActorFilter = { actor_key?: string; actor_type?: string; actor_name?: string }

function actorFilter(actor: string | undefined): ActorFilter {
  if (actor === undefined) return {}
  const [, type, id] = /^([a-z_]+)(:.+)?$/.exec(actor) ?? []
  if (!type || !Provenance.shape.type.safeParse(type).success) return { actor_name: containsPattern(actor) }
  return id ? { actor_key: actor } : { actor_type: actor }
}

type Values = ActorFilter &
  Omit<ActivityQuery, 'actor' | 'cursor' | 'per_page' | 'only' | 'undone_from' | 'undone_to'> & {
    after_id?: number | undefined
    after_time?: string | undefined
    hidden: string[]
    onlyChanges?: true | undefined
    direct?: readonly string[] | undefined
    undone?: number[] | undefined
    fetch: number
  }

const selectChange = statement('activity.entry', { id: 1, hidden: ['user'] }, () =>
  db
    .selectFrom('history as record')
    .select(qualifiedColumns('record', ActivityEntry))
    .where('record.id', '=', param<number>('id'))
    .where(sql<boolean>`record.record_type <> all(${param('hidden')}::text[])`),
)

const selectActivity = statement(
  'activity.list',
  {
    actor_key: 'user:1',
    since: '2026-11-01',
    after_id: 9,
    after_time: '2026-11-21',
    hidden: ['user'],
    fetch: 51,
  },
  (values: Values) => newest(values),
  ['fetch'],
)

const selectActivityOfActors = statement(
  'activity.list_of_actors',
  { actor_name: '%anna%', onlyChanges: true, hidden: ['user'], fetch: 51 },
  newestOfActors,
  ['fetch'],
)

// The order is that of an index for each filter. The changes of one record are in the order of their ids, as in its own
// history. Those of one set are, too.
function newest(values: Values, ofActor?: RawBuilder<boolean>) {
  const ofRecord = values.record_id !== undefined
  const isWhole = ofRecord || values.set !== undefined
  const filtered = ofActor || values.actor_key || values.surface || values.entity
  const time = filtered ? sql`record.created_at` : entryTime
  const timeOf = (name: string) =>
    filtered ? sql`${param(name)}::timestamptz` : sql`${param(name)}::timestamptz at time zone 'utc'`
  const after = isWhole
    ? sql`record.id < ${param('after_id')}::bigint`
    : sql`(${time}, record.id) < (${timeOf('after_time')}, ${param('after_id')}::bigint)`
  const rows = db
    .selectFrom('history as record')
    .select(qualifiedColumns('record', ActivityEntry))
    .select((isWhole ? sql<null>`null` : setOfEntry).as('set'))
    .where(
      all([
        ofActor ?? false,
        values.actor_key !== undefined && sql`${actorKey} = ${param('actor_key')}`,
        values.surface !== undefined && sql`record.surface = ${param('surface')}`,
        values.entity !== undefined && sql`record.record_type = ${param('entity')}`,
        ofRecord && sql`record.record_id = ${param('record_id')}`,
        values.set !== undefined && sql`record.set_id = ${param('set')}`,
        !isWhole && isListed,
        values.since !== undefined && sql`${time} >= ${timeOf('since')}`,
        values.until !== undefined && sql`${time} <= ${timeOf('until')}`,
        values.after_id !== undefined && after,
        sql`record.record_type <> all(${param('hidden')}::text[])`,
        values.onlyChanges !== undefined && isChange,
        values.direct !== undefined &&
          sql`${isDirect} and record.record_type = any(${param('direct')}::text[])`,
        values.undone !== undefined && sql`record.id = any(${param('undone')}::bigint[])`,
      ]),
    )
  const ordered = isWhole ? rows : rows.orderBy(time, 'desc')
  return ordered.orderBy('record.id', 'desc').limit(sql.lit<number>(values.fetch))
}

const setOfEntry = sql<ChangeSet | null>`(select to_jsonb(change_sets) from change_sets where change_sets.id = record.set_id)`

// PostgreSQL cannot merge the entries of several actors in the order of an index, so the newest of each are read.
function newestOfActors(values: Values) {
  const matches =
    values.actor_type === undefined
      ? sql`name ilike ${param('actor_name')}`
      : sql`(key = ${param('actor_type')} or starts_with(key, ${param('actor_type')} || ':'))`
  return sql<ListedEntry>`with recursive ${actors}
    select record.* from actors cross join lateral (${newest(values, sql<boolean>`${actorKey} = actors.key`)}) as record
    where ${matches}
    order by record.created_at desc, record.id desc limit ${sql.lit(values.fetch)}`
}

// Every actor with its latest name. Each step skips to the next actor in the index, since DISTINCT would read all rows.
const latestFirst = sql`order by key desc, created_at desc, id desc limit 1`
const actors = sql`actors (key, name) as (
    (select key, name from (${actorOf(sql`${actorKey} is not null`)}) as entry ${latestFirst})
    union all
    select next.key, next.name from actors cross join lateral
      (select key, name from (${actorOf(sql`${actorKey} < actors.key`)}) as entry ${latestFirst}) as next
  )`

function actorOf(condition: RawBuilder<unknown>) {
  return sql`select ${actorKey} as key, actor->>'name' as name, created_at, id from history where ${condition}`
}
