import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Actor, actingUserId } from '../access/actor.ts'
import { isAdministrator, requireActive } from '../access/policy.ts'
import { users } from '../access/user.ts'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { phrase } from '../language/phrase.ts'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { Fault, notFound, policyDenied } from '../record/fault.ts'
import { columns, field, rules } from '../record/field.ts'
import { lockRecord } from '../record/lock-record.ts'
import type { Named } from '../record/named.ts'
import { boolean } from '../record/rules/boolean.ts'
import { Id } from '../record/rules/id.ts'
import { withoutCredentials } from '../record/rules/prose.ts'
import { rule } from '../record/rules/rule.ts'
import { storableString, text, textMatching, trim } from '../record/rules/text.ts'

const maxPerUser = 50

const fields = {
  id: field(Id, p.bigint('number').primary()),
  user_id: field(Id, p.manyToOne(users).mapToPk().fieldName('user_id').deleteRule('cascade')),
  collection: field(textMatching(50, /^[a-z-]+$/), p.text()),
  name: field(withoutCredentials(text(100)), p.text()),
  // The query string of the list, without the question mark. It may be empty: then only the name is saved.
  query: field(
    withoutCredentials(
      rule((value) => (typeof value === 'string' ? (trim(value) ?? '') : value), storableString(2000)),
    ),
    p.text(),
  ),
  is_shared: field(boolean, p.boolean().$type<boolean>().default(false)),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** Filters of a list that users save under a name. */
export const savedFilters = defineEntity({
  name: 'saved_filter',
  tableName: 'saved_filters',
  properties: columns(fields),
  indexes: [
    {
      name: 'saved_filters_name_taken',
      expression:
        'create unique index "saved_filters_name_taken" on "saved_filters" ("user_id", "collection", lower("name"))',
    },
    {
      name: 'saved_filters_shared',
      expression: 'create index "saved_filters_shared" on "saved_filters" ("collection") where "is_shared"',
    },
  ],
})
const StoredSavedFilter = z.object(rules(fields))
type StoredSavedFilter = z.output<typeof StoredSavedFilter>

declare module '../database/tables.ts' {
  interface Tables {
    saved_filters: StoredSavedFilter
  }
}

/** The input that saves a filter. */
export const NewSavedFilter = StoredSavedFilter.pick({ collection: true, name: true, query: true }).extend({
  is_shared: boolean.optional(),
})
export type NewSavedFilter = z.output<typeof NewSavedFilter>

/** A saved filter with its owner. */
export type SavedFilter = Omit<StoredSavedFilter, 'user_id'> & { owner: Named; is_own: boolean }

/** Returns the filters of a list that the actor saved or that others share: the actor's own first, then by name. */
export function listSavedFilters(read: Read, actor: Actor, collection: string): Promise<SavedFilter[]> {
  return read(selectOfList({ user_id: actingUserId(actor), collection }))
}

/** Returns a saved filter. Throws `not_found` if there is none that the actor saved or that another user shares. */
export async function readSavedFilter(read: Read, actor: Actor, id: number): Promise<SavedFilter> {
  const [filter] = await read(selectOne({ user_id: actingUserId(actor), id }))
  if (!filter) throw notFound()
  return filter
}

const isOwn = sql<boolean>`filter.user_id = ${param('user_id')}`

function selectFilters() {
  return db
    .selectFrom('saved_filters as filter')
    .innerJoin('users as owner', 'owner.id', 'filter.user_id')
    .select([
      'filter.id',
      'filter.collection',
      'filter.name',
      'filter.query',
      'filter.is_shared',
      'filter.created_at',
      sql<Named>`json_build_object('id', owner.id, 'name', owner.name)`.as('owner'),
      isOwn.as('is_own'),
    ])
    .where(sql<boolean>`(${isOwn} or filter.is_shared)`)
}

const selectOfList = statement('saved_filters.of_list', { user_id: 1, collection: 'tasks' }, () =>
  selectFilters()
    .where('filter.collection', '=', param<string>('collection'))
    .orderBy('is_own', 'desc')
    .orderBy(sql`lower(filter.name)`)
    .orderBy('filter.id'),
)

const selectOne = statement('saved_filters.one', { user_id: 1, id: 2 }, () =>
  selectFilters().where('filter.id', '=', param<number>('id')),
)

/**
 * Saves a filter of the actor and returns its id. The name is unique for the user and the list, regardless of case.
 *
 * @throws Fault `conflict` if the user already has 50 filters
 */
export async function createSavedFilter(em: EntityManager, actor: Actor, input: NewSavedFilter) {
  requireActive(actor)
  const user_id = actingUserId(actor)
  // Two concurrent requests must not both save the last filter that is allowed.
  await lockRecord(em, users, { id: user_id })
  if ((await em.count(savedFilters, { user_id })) >= maxPerUser)
    throw new Fault('conflict', phrase('refusal.tooManyFilters', { count: maxPerUser }))
  const filter = em.create(savedFilters, { ...input, user_id })
  await em.flush()
  return { id: filter.id }
}

/**
 * Deletes a saved filter. Only its owner and admins may.
 *
 * @throws Fault `not_found` if the actor cannot see such a filter; `policy_denied` if another user shares it
 */
export async function removeSavedFilter(em: EntityManager, actor: Actor, id: number): Promise<void> {
  requireActive(actor)
  const filter = await em.findOne(savedFilters, { id })
  const allowed = filter && (filter.user_id === actingUserId(actor) || isAdministrator(actor))
  if (!filter || (!allowed && !filter.is_shared)) throw notFound()
  if (!allowed) throw policyDenied()
  em.remove(filter)
}
