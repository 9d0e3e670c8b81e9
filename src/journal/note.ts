import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { authorId, requireOwner, requireWriter } from '../access/policy.ts'
import type { Read } from '../database/read.ts'
import { param, statement } from '../database/statement.ts'
import { db } from '../database/tables.ts'
import { Timestamp } from '../record/base-fields.ts'
import { timestampColumn } from '../record/column.ts'
import { notFound } from '../record/fault.ts'
import { columns, field, rules } from '../record/field.ts'
import { type PageRequest, recordReads } from '../record/list/reads.ts'
import { Provenance } from '../record/provenance.ts'
import { Id } from '../record/rules/id.ts'
import { prose } from '../record/rules/prose.ts'
import { history, type RecordRef } from './history.ts'
import { entryOf } from './save.ts'

const fields = {
  id: field(Id, p.bigint('number').primary()),
  record_type: field(z.string(), p.text()),
  record_id: field(Id, p.bigint('number')),
  body: field(prose(10_000), p.text()),
  author: field(Provenance, p.json<Provenance>()),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** Notes that users write about a record. */
export const notes = defineEntity({
  name: 'note',
  tableName: 'notes',
  properties: columns(fields),
  indexes: [{ name: 'notes_record', properties: ['record_type', 'record_id', 'id'] }],
})
const StoredNote = z.object(rules(fields))
type StoredNote = z.output<typeof StoredNote>

declare module '../database/tables.ts' {
  interface Tables {
    notes: StoredNote
  }
}

/** A note as responses show it. */
export const Note = StoredNote.omit({ record_type: true, record_id: true })
export type Note = z.output<typeof Note>

/** The body that adds a note. */
export const NewNote = StoredNote.pick({ body: true }).meta({
  examples: [{ body: 'Agreed with Northwind: the budget stays until spring.' }],
})
export type NewNote = z.output<typeof NewNote>

const notesOfRecord = () =>
  db
    .selectFrom('notes as record')
    .where(sql<boolean>`record.record_type = ${param('record_type')}`)
    .where(sql<boolean>`record.record_id = ${param('record_id')}`)
    .select(['record.id', 'record.body', 'record.author', 'record.created_at'])

const { list } = recordReads<Note, PageRequest & RecordRef>(
  'notes',
  { record_type: 'task', record_id: 7 },
  notesOfRecord,
)

const selectNote = statement('notes.of_record', { record_type: 'task', record_id: 7, id: 1 }, () =>
  notesOfRecord().where('record.id', '=', param<number>('id')),
)

/** Returns a page of the notes about a record, newest first. */
export function listNotes(read: Read, record: RecordRef, query: PageRequest) {
  return list(read, { ...query, ...record })
}

/** Returns a note about a record. Throws `not_found` if it does not exist. */
export async function readNote(read: Read, record: RecordRef, id: number): Promise<Note> {
  const [note] = await read(selectNote({ ...record, id }))
  if (!note) throw notFound()
  return note
}

/** Adds a note to a record, and an entry to the history of the record. */
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
  return note
}

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
