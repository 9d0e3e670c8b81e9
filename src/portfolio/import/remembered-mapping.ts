import { createHash } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Actor, actingUserId } from '../../access/actor.ts'
import { requireWriter } from '../../access/policy.ts'
import { users } from '../../access/user.ts'
import type { Read } from '../../database/read.ts'
import { Timestamp } from '../../record/base-fields.ts'
import { timestampColumn } from '../../record/column.ts'
import { columns, field } from '../../record/field.ts'
import type { Named } from '../../record/named.ts'
import { Id } from '../../record/rules/id.ts'
import { Mapping } from './mapping.ts'
import type { StagedImport } from './staged-import.ts'

const maxListed = 50

const fields = {
  id: field(Id, p.bigint('number').primary()),
  user_id: field(Id, p.manyToOne(users).mapToPk().fieldName('user_id').deleteRule('cascade')),
  kind: field(z.string(), p.text()),
  // The digest of the names of the columns.
  columns_digest: field(z.string(), p.text()),
  mapping: field(Mapping, p.json<Mapping>()),
  updated_at: field(Timestamp, timestampColumn().defaultRaw('now()')),
}

/** How users mapped the columns of their files, for the next files with the same columns. */
export const rememberedMappings = defineEntity({
  name: 'import_mapping',
  tableName: 'import_mappings',
  properties: columns(fields),
  uniques: [{ name: 'import_mappings_columns_taken', properties: ['kind', 'columns_digest', 'user_id'] }],
})

/** A mapping of a user, and whether it belongs to the actor. */
export type RememberedMapping = {
  id: number
  user: Named
  is_own: boolean
  mapping: Mapping
  updated_at: string
}

type File = Pick<StagedImport, 'kind' | 'columns'>

/** Stores how the actor mapped the columns of a file. */
export async function rememberMapping(
  em: EntityManager,
  actor: Actor,
  { kind, columns }: File,
  mapping: Mapping,
): Promise<void> {
  requireWriter(actor)
  await sql`insert into import_mappings (user_id, kind, columns_digest, mapping)
    values (${actingUserId(actor)}, ${kind}, ${digestOf(columns)}, ${JSON.stringify(mapping)}::jsonb)
    on conflict (kind, columns_digest, user_id)
    do update set mapping = excluded.mapping, updated_at = now()`.execute(em.getKysely())
}

/** Returns how the actor and other users mapped files with the same columns, the actor's own first, then the newest. */
export function listMappings(
  read: Read,
  actor: Actor,
  { kind, columns }: File,
): Promise<RememberedMapping[]> {
  const text = `
    select remembered.id, json_build_object('id', u.id, 'name', u.name) as "user", u.id = $1 as is_own,
      remembered.mapping, remembered.updated_at
    from import_mappings as remembered join users as u on u.id = remembered.user_id
    where remembered.kind = $2 and remembered.columns_digest = $3
    order by is_own desc, remembered.updated_at desc limit ${maxListed}`
  return read({ text, values: [actingUserId(actor), kind, digestOf(columns)] })
}

function digestOf({ names }: StagedImport['columns']): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('base64')
}
