import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../access/actor.ts'
import { type Read, readInTransaction } from '../database/read.ts'
import type { NewNote } from '../journal/note/note.ts'
import { listNotes } from '../journal/note/read.ts'
import { addNote, removeNote } from '../journal/note/writes.ts'
import { type HistoryQuery, listHistory } from '../journal/record-history.ts'
import type { PageRequest } from '../record/list/reads.ts'

/** A kind of record with notes and history. `read` throws `not_found` if there is no such record. */
export type AnnotatedKind = {
  kind: string
  read: (read: Read, id: number) => Promise<unknown>
}

/** Returns the functions for notes and history of one kind of record. Each throws `not_found` for a deleted record. */
export function notesAndHistory({ kind, read: readRecord }: AnnotatedKind) {
  const about = async (read: Read, record_id: number) => {
    await readRecord(read, record_id)
    return { record_type: kind, record_id }
  }
  return {
    notes: async (read: Read, id: number, query: PageRequest) =>
      listNotes(read, await about(read, id), query),
    addNote: async (em: EntityManager, actor: Actor, id: number, input: NewNote) =>
      addNote(em, actor, await about(readInTransaction(em), id), input),
    removeNote: async (em: EntityManager, actor: Actor, id: number, note: number) =>
      removeNote(em, actor, await about(readInTransaction(em), id), note),
    history: async (read: Read, id: number, query: HistoryQuery) =>
      listHistory(read, await about(read, id), query),
  }
}
