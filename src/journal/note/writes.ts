import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type Actor, actingUserId } from '../../access/actor.ts'
import { authorId, requireOwner, requireWriter } from '../../access/policy.ts'
import type { User } from '../../access/user.ts'
import { readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { notFound } from '../../record/fault.ts'
import { history, type RecordRef } from '../history.ts'
import { insertRows } from '../insert.ts'
import { entryOf } from '../save.ts'
import { findNames, mentions } from './mention.ts'
import { type NewNote, type Note, notes } from './note.ts'

// Of a note with more, the others stay text.
const maxMentions = 50

/** Adds a note to a record with the users whom it mentions, and an entry to the history of the record. */
export async function addNote(
  em: EntityManager,
  actor: Actor,
  record: RecordRef,
  { body }: NewNote,
): Promise<Note> {
  requireWriter(actor)
  const note = em.create(notes, { ...record, body, author: actor.by })
  em.create(history, { ...record, changes: {}, ...entryOf(actor, 'note_added') })
  await em.flush()
  if (body.includes('@')) await addMentions(em, note)
  return note
}

async function addMentions(em: EntityManager, { id: note_id, body }: Note): Promise<void> {
  const meant = meaningOf(await readInTransaction(em)(selectNamed({ body })))
  const names = new Set(findNames(body, new Set(meant.keys())).map(({ name }) => name))
  const rows = [...names].map((name) => ({ note_id, name, user_id: meant.get(name) ?? null }))
  await insertRows(em, mentions, rows.slice(0, maxMentions))
}

type NamedUser = Pick<User, 'id' | 'name' | 'email' | 'role' | 'status'>

// Returns the user whom each name or email means. A name that several users have and that of a user without a My day mean
// none, but they are known, so that a part of them means no other user.
function meaningOf(named: readonly NamedUser[]): Map<string, number | undefined> {
  const usable = named.filter(({ role, status }) => role !== 'user' && status !== 'blocked')
  const byName = Map.groupBy(usable, ({ name }) => name.toLowerCase())
  return new Map([
    ...named
      .flatMap(({ name, email }) => [name.toLowerCase(), email])
      .map((name) => [name, undefined] as const),
    ...[...byName].map(([name, [user, another]]) => [name, another ? undefined : user?.id] as const),
    ...usable.map(({ email, id }) => [email, id] as const),
  ])
}

const selectNamed = statement(
  'notes.named_users',
  { body: 'Ask @Anna.' },
  () => sql<NamedUser>`
    select id, name, email, role, status
    from users, (select lower(${param('body')}::text collate "und-x-icu") as body) as note
    where position('@' || lower(name collate "und-x-icu") in note.body) > 0
      or position('@' || email in note.body) > 0`,
)

/** Deletes a note. Only its author and admins may. Throws `not_found` if it does not exist. */
export async function removeNote(
  em: EntityManager,
  actor: Actor,
  record: RecordRef,
  id: number,
): Promise<void> {
  const note = await em.findOne(notes, { id, ...record })
  if (!note) throw notFound()
  requireOwner(actor, authorId(note.author))
  em.remove(note)
}

/** Stores that the person who acts has seen notes. Does nothing for a note that does not mention the person. */
export async function markSeen(em: EntityManager, actor: Actor, note_ids: number[]): Promise<void> {
  requireWriter(actor)
  const own = { note_id: { $in: note_ids }, user_id: actingUserId(actor), seen_at: null }
  await em.nativeUpdate(mentions, own, { seen_at: new Date().toISOString() })
}
