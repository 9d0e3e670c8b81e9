import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Provenance } from '../../record/provenance.ts'
import { Id } from '../../record/rules/id.ts'
import { prose } from '../../record/rules/prose.ts'

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
export type StoredNote = z.output<typeof StoredNote>

declare module '../../database/tables.ts' {
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
