import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field, rules } from '../../record/field.ts'
import { Provenance } from '../../record/provenance.ts'
import { Id } from '../../record/rules/id.ts'
import { text } from '../../record/rules/text.ts'
import { type ImportKindName, importKinds } from './import-kinds.ts'
import { Columns, Mapping } from './mapping.ts'
import { ImportResult } from './result.ts'

const kinds = Object.keys(importKinds) as [ImportKindName, ...ImportKindName[]]

const fields = {
  id: field(Id, p.bigint('number').primary()),
  kind: field(z.enum(kinds), p.enum(kinds)),
  file_name: field(text(255), p.text()),
  // Bytes of the uploaded file.
  size: field(z.int().min(0), p.integer()),
  columns: field(Columns, p.json<Columns>()),
  delimiter: field(z.string(), p.text().default(',')),
  // The lines after the header.
  lines: field(z.int().min(0), p.integer().default(0)),
  // Null until the person has mapped the columns.
  mapping: field(Mapping.nullable(), p.json<Mapping>().strictNullable().default(null)),
  // The result that the preview by this mapping shows.
  preview: field(ImportResult.nullable(), p.json<ImportResult>().strictNullable().default(null)),
  // The lines that the import has processed.
  processed: field(z.int().min(0), p.integer().default(0)),
  // Set by the import, in its transaction.
  result: field(ImportResult.nullable(), p.json<ImportResult>().strictNullable().default(null)),
  // With `created_by` they identify the changes of the import in the history: all have this time and this request.
  imported_at: field(Timestamp.nullable(), timestampColumn().strictNullable().default(null)),
  request_id: field(z.string().nullable(), p.text().strictNullable().default(null)),
  created_at: field(Timestamp, timestampColumn().defaultRaw('now()').index('staged_imports_created')),
  created_by: field(Provenance, p.json<Provenance>()),
}

/** Uploaded files between upload and import. They are in the database, so that every server process finds them. */
export const stagedImports = defineEntity({
  name: 'staged_import',
  tableName: 'staged_imports',
  properties: columns(fields),
})

/** An uploaded file, without its lines. */
export const StagedImport = z.object(rules(fields))
export type StagedImport = z.output<typeof StagedImport>

/** An uploaded file in a list, without its columns and its results, which may be long. */
export type ListedImport = Pick<StagedImport, 'id' | 'kind' | 'file_name' | 'lines' | 'created_at'>
