import { defineEntity, p } from '@mikro-orm/core'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { users } from '../../access/user.ts'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import type { Named } from '../../record/named.ts'
import { Id } from '../../record/rules/id.ts'
import type { RecordRef } from '../history.ts'
import { notes, type StoredNote } from './note.ts'

const fields = {
  note_id: field(
    Id,
    p.manyToOne(notes).mapToPk().fieldName('note_id').primary().updateRule('no action').deleteRule('cascade'),
  ),
  // What follows the @, in lower case: the name or the email that the user had then.
  name: field(z.string(), p.text().primary()),
  // Null for a name that means no user, such as that of several users: a part of it means no other user either.
  user_id: field(
    Id.nullable(),
    p
      .manyToOne(users)
      .mapToPk()
      .fieldName('user_id')
      .strictNullable()
      .default(null)
      .updateRule('no action')
      .deleteRule('cascade'),
  ),
  seen_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
}

/** The users whom notes mention. A mention is found when its note is stored, so that a later name changes nothing. */
export const mentions = defineEntity({
  name: 'mention',
  tableName: 'mentions',
  properties: columns(fields),
  indexes: [
    {
      name: 'mentions_unseen',
      expression:
        'create index "mentions_unseen" on "mentions" ("user_id", "note_id") where "seen_at" is null',
    },
  ],
})
const StoredMention = z.object(rules(fields))
type StoredMention = z.output<typeof StoredMention>

declare module '../../database/tables.ts' {
  interface Tables {
    mentions: StoredMention
  }
}

// An @ inside a word is part of an email.
const at = /(?<![\p{L}\p{N}\p{M}_])@/gu
// What follows a part of a word, of a double name or of an email.
const goesOn = /^[-.@+]?[\p{L}\p{N}\p{M}_]/u

/** Where a text mentions a name, from the @ to the end of the name. */
export type FoundName = { name: string; start: number; end: number }

/** Returns where a text has an @ and one of the names, which are in lower case, as a whole. The longest name is meant. */
export function findNames(text: string, names: ReadonlySet<string>): FoundName[] {
  const lengths = [...new Set([...names].map(({ length }) => length))].sort((one, other) => other - one)
  const found: FoundName[] = []
  for (const { index: start } of text.matchAll(at)) {
    if (start < (found.at(-1)?.end ?? 0)) continue
    const after = text.slice(start + 1, start + 1 + (lengths[0] ?? 0) + 3)
    const length = lengths.find(
      (length) => names.has(after.slice(0, length).toLowerCase()) && !goesOn.test(after.slice(length)),
    )
    if (length !== undefined)
      found.push({ name: after.slice(0, length).toLowerCase(), start, end: start + 1 + length })
  }
  return found
}

/** A name in a note after an @, and the user whom it means. */
export type Mention = { note_id: number; name: string; user: Named | null }

/** Returns the mentions of notes. */
export function listMentions(read: Read, note_ids: number[]): Promise<Mention[]> {
  return read(selectMentions({ note_ids }))
}

const selectMentions = statement('mentions.of_notes', { note_ids: [1, 2] }, () =>
  db
    .selectFrom('mentions')
    .leftJoin('users', 'users.id', 'mentions.user_id')
    .where(sql<boolean>`note_id = any(${param('note_ids')}::bigint[])`)
    .select([
      'note_id',
      'mentions.name',
      sql<Named | null>`case when users.id is not null
        then json_build_object('id', users.id, 'name', users.name) end`.as('user'),
    ]),
)

/** The most notes that are listed for a person whom they mention. */
const maxUnseen = 100
const maxRead = 500

const unseenBy = (user_id: RawBuilder<unknown>) => sql`(
  select distinct note_id from mentions where user_id = ${user_id} and seen_at is null
  order by note_id desc limit ${sql.lit(maxUnseen)})`

/** The SQL of the number of notes that mention the person `user_id` and that the person has not seen. */
export const countOfUnseen = sql<number>`(select count(*) from ${unseenBy(param('user_id'))} as unseen)`

/** Returns the notes that mention a person and that the person has not seen, newest first, with the beginning of each. */
export function listUnseenNotes(read: Read, user_id: number): Promise<StoredNote[]> {
  return read(selectUnseen({ user_id }))
}

const selectUnseen = statement('mentions.unseen', { user_id: 1 }, () =>
  db
    .selectFrom('notes')
    .where(sql<boolean>`id in ${unseenBy(param('user_id'))}`)
    .select(['id', 'record_type', 'record_id', 'author', 'created_at'])
    .select(sql<string>`left(body, ${sql.lit(maxRead)})`.as('body'))
    .orderBy('id', 'desc'),
)

/** Returns the ids of the notes about a record that mention a person and that the person has not seen. */
export async function unseenNotesAbout(read: Read, record: RecordRef, user_id: number): Promise<number[]> {
  const found = await read(selectUnseenAbout({ ...record, user_id }))
  return found.map(({ note_id }) => note_id)
}

const selectUnseenAbout = statement(
  'mentions.unseen_about',
  { record_type: 'task', record_id: 7, user_id: 1 },
  () =>
    db
      .selectFrom('mentions')
      .innerJoin('notes', 'notes.id', 'mentions.note_id')
      .where('mentions.user_id', '=', param<number>('user_id'))
      .where('mentions.seen_at', 'is', null)
      .where('notes.record_type', '=', param<string>('record_type'))
      .where('notes.record_id', '=', param<number>('record_id'))
      .select('mentions.note_id')
      .distinct(),
)
