import { type RawBuilder, sql } from 'kysely'
import { mayUndo } from '../journal/history.ts'
import { kindNames, kinds } from './kinds.ts'

// Whether a change was undone is derived, since a person may also set a value back by hand, years of history have no mark,
// and what was undone may be done again.

const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)
const isByPerson = (alias: string) => sql`${column(alias, 'actor')}->>'type' = 'user'`
const ofRecord = (alias: string, other: string) =>
  sql`${column(alias, 'record_type')} = ${column(other, 'record_type')} and ${column(alias, 'record_id')} = ${column(other, 'record_id')}`
const isSameActor = (alias: string, other: string) =>
  sql`${column(alias, 'actor')}->>'type' = ${column(other, 'actor')}->>'type'
    and ${column(alias, 'actor')}->>'id' is not distinct from ${column(other, 'actor')}->>'id'`

/** Returns the condition that a person gave a record the status in which its kind is withdrawn, or took it away. */
function hasWithdrawnStatus(alias: string, side: 'from' | 'to'): RawBuilder<unknown> {
  const changes = kindNames.flatMap((kind) => {
    const { status, withdrawnStatus } = kinds[kind]
    if (status === null || withdrawnStatus === null) return []
    const value = sql`${column(alias, 'changes')} #>> ${sql.lit(`{${status},${side}}`)}`
    return [
      sql`(${column(alias, 'record_type')} = ${sql.lit(kind)} and ${value} = ${sql.lit(withdrawnStatus)})`,
    ]
  })
  return sql`(${isByPerson(alias)} and (${sql.join(changes, sql` or `)}))`
}

// What the author of a record wrote to it ends with the record. A retraction by any
// author says that the record is wrong. An agent may cancel a task for other reasons.
const withdraws = (undoing: string, undone: string) => sql`exists (
  select from history as creation where ${ofRecord('creation', undone)} and creation.id <= ${column(undone, 'id')}
    and creation.event = 'created' and ${isSameActor('creation', undone)}
) and (${column(undoing, 'event')} in ('retracted', 'deleted') or ${hasWithdrawnStatus(undoing, 'to')}) and not exists (
  select from history as again where ${ofRecord('again', undone)} and again.id > ${column(undoing, 'id')}
    and (again.event = 'restored' or ${hasWithdrawnStatus('again', 'from')})
)`

const changesExistenceBack = (
  undoing: string,
  undone: string,
) => sql`(${column(undone, 'event')}, ${column(undoing, 'event')})
  in (('deleted', 'restored'), ('restored', 'deleted'))`

// The value that the field had before the changes of this actor, which are uninterrupted up to `undone`: an undo of all of
// them sets it back at once.
const hadBefore = (undone: string) => sql`(back.value->'to' = was.value->'from' or exists (
  select from history as first where ${ofRecord('first', undone)} and first.id < ${column(undone, 'id')}
    and first.event <> 'created' and ${isSameActor('first', undone)} and first.changes->name->'from' = back.value->'to'
    and not exists (
      select from history as other where ${ofRecord('other', undone)} and other.id > first.id and other.id < ${column(undone, 'id')}
        and other.changes ? name and not (${isSameActor('other', undone)})
    )
))`

const setsBack = (
  undoing: string,
  undone: string,
) => sql`${column(undone, 'event')} <> 'created' and ${isByPerson(undoing)} and exists (
  select from jsonb_each(${column(undone, 'changes')}) as was (name, value)
    join jsonb_each(${column(undoing, 'changes')}) as back (name, value) using (name)
  where back.value->'to' <> was.value->'to' and ${hadBefore(undone)} and not exists (
    select from history as between where ${ofRecord('between', undone)} and between.id > ${column(undone, 'id')}
      and between.id < ${column(undoing, 'id')} and between.changes->name->'to' = back.value->'to'
      and not (${isByPerson('between')})
  ) and not exists (
    select from history as again where ${ofRecord('again', undone)} and again.id > ${column(undoing, 'id')}
      and ${isByPerson('again')} and again.changes->name->'from' = back.value->'to' and again.changes->name->'to' = back.value->'from'
  )
)`

/**
 * Returns the condition that the entry `undoing` of the history undid the entry `undone`, both aliases of `history`, and that
 * this still holds. It is true of
 *
 * - a creation whose record a person withdrew by the status that ends its kind, or that anyone retracted or deleted, and the
 *   changes of that record by its author;
 * - a deletion whose record was restored, or a restoration whose record was deleted;
 * - another change, if a person gave one of its fields the earlier value again: by a revert, by the undo of a window or by
 *   hand. Consecutive changes of one actor count together.
 *
 * It is not true if a person has taken the undoing back, or if the field got its earlier value from an agent before.
 */
export function undoes(undoing: string, undone: string): RawBuilder<boolean> {
  return sql<boolean>`(${ofRecord(undoing, undone)} and ${column(undoing, 'id')} > ${column(undone, 'id')} and (
    (${withdraws(undoing, undone)}) or (${changesExistenceBack(undoing, undone)}) or (${setsBack(undoing, undone)})
  ))`
}

/** Returns the condition that an entry, an alias of `history`, was reverted, undone, withdrawn or retracted since: `undoes`. */
export function isUndone(alias: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from history as undoing where ${mayUndo} and ${undoes('undoing', alias)})`
}
