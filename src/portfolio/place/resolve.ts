import type { EntityManager } from '@mikro-orm/postgresql'
import { type Read, readInTransaction } from '../../database/read.ts'
import { type Fault, invalid } from '../../record/fault.ts'
import { attribute } from '../../record/validate.ts'
import type { Warning } from '../../record/warning.ts'
import { portfolioTables } from '../tables.ts'
import { type FoundRecord, find } from './find.ts'

const kinds = ['product', 'direction', 'app', 'product_decision'] as const
type Kind = (typeof kinds)[number]
type Slugged = Exclude<Kind, 'product_decision'>

/** A body's references to other records, each by slug, by id, or by both; to a decision by id alone. */
export type References = { [kind in Slugged as `${kind}_slug`]?: string | null | undefined } & {
  [kind in Kind as `${kind}_id`]?: number | null | undefined
}

/** What each reference means: a record, null where it was cleared, undefined where it was not mentioned. */
export type Resolved = { [kind in Kind]: FoundRecord | null | undefined } & { warnings: Warning[] }

/** Finds what a body refers to. Throws one fault that names every reference to a record that does not exist. */
export async function resolve(em: EntityManager, references: References): Promise<Resolved> {
  const read = readInTransaction(em, 'early')
  const errors: Record<string, string> = {}
  const resolved: Resolved = {
    product: undefined,
    direction: undefined,
    app: undefined,
    product_decision: undefined,
    warnings: [],
  }
  for (const kind of kinds) {
    const slug = kind === 'product_decision' ? undefined : references[`${kind}_slug`]
    const id = references[`${kind}_id`]
    if (slug === undefined && id === undefined) continue
    resolved[kind] = null
    if (slug == null && id == null) continue
    // A null beside a name says nothing: what has a product is answered with the slug of a direction, and no id.
    const rows = await read<FoundRecord>(find[kind]({ slug: slug ?? undefined, id: id ?? undefined }))
    const [bySlug, byId] = [rows.find((row) => row.named === slug), rows.find((row) => row.id === id)]
    if (slug != null && !bySlug) errors[`${kind}_slug`] = await unknownSlug(read, kind)
    if (id != null && (!byId || (bySlug && bySlug.id !== id))) errors[`${kind}_id`] = unknown(`${kind}_id`)
    resolved[kind] = bySlug ?? byId ?? null
    if (slug && bySlug?.slug && bySlug.slug !== slug)
      resolved.warnings.push(renamed(`${kind}_slug`, slug, bySlug.slug))
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return resolved
}

/** The fault of a reference that contradicts another one, told of the key that was sent. */
export function contradiction(references: References, kind: Slugged, why: string): Fault {
  const key = references[`${kind}_slug`] == null ? `${kind}_id` : `${kind}_slug`
  return invalid({ [key]: `The selected ${attribute(key)} is invalid. ${why}.` })
}

/** A reference that a record cannot be without; `field` is blamed where it is missing. */
export function requireReference(found: FoundRecord | null | undefined, field: string): FoundRecord {
  if (!found) throw invalid({ [field]: `The ${attribute(field)} field is required.` })
  return found
}

/** The warning that an old name was read as its successor. */
export function renamed(field: string, old: string, current: string): Warning {
  return { field, message: `"${old}" is an old name of "${current}", which was used. Send "${current}".` }
}

function unknown(field: string): string {
  return `The selected ${attribute(field)} is invalid.`
}

// Directions are few and cannot be guessed: say which there are.
async function unknownSlug(read: Read, kind: Kind): Promise<string> {
  if (kind !== 'direction') return unknown(`${kind}_slug`)
  const { sql, parameters } = portfolioTables.selectFrom('directions').select('slug').orderBy('id').compile()
  const rows = await read<{ slug: string }>({ text: sql, values: [...parameters] })
  return `${unknown('direction_slug')} Allowed: ${rows.map((row) => row.slug).join(', ')}.`
}
