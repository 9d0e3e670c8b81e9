import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { notFound } from '../../record/fault.ts'
import { type PageRequest, recordReads } from '../../record/list/reads.ts'
import type { RecordRef } from '../history.ts'
import type { Note } from './note.ts'

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
