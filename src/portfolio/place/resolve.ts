import type { EntityManager } from '@mikro-orm/postgresql'
import { type Read, readInTransaction } from '../../database/read.ts'
import { type Fault, invalid } from '../../record/fault.ts'
import { attribute } from '../../record/validation/validate.ts'
import type { Warning } from '../../record/warning.ts'
import { canonicalDirections } from '../direction/direction.ts'
import { type FoundRecord, find } from './find.ts'
import { type Links, missingRecords } from './missing.ts'
import { nearestSlugs } from './nearest-slugs.ts'
import { listDirectionSlugs } from './slug-list.ts'

const kinds = ['product', 'direction', 'app', 'product_decision'] as const
type Kind = (typeof kinds)[number]
type Slugged = Exclude<Kind, 'product_decision'>

/** References of a body to other records: its place by slug, by id or by both; a decision, evidence and blockers by id. */
export type References = Links & { [kind in Slugged as `${kind}_slug`]?: string | null | undefined } & {
  [kind in Kind as `${kind}_id`]?: number | null | undefined
}

/** The referenced records: null if the reference was null, undefined if it was not sent. */
export type Resolved = { [kind in Kind]: FoundRecord | null | undefined } & { warnings: Warning[] }

/** Finds the records that a body references. Throws one fault that names every reference to a missing record. */
export async function resolve(em: EntityManager, references: References): Promise<Resolved> {
  const read = readInTransaction(em, 'before-begin')
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
    // A null beside a value is ignored: answers show the direction of a product by its slug, with a null id.
    const rows = await read<FoundRecord>(find[kind]({ slug: slug ?? undefined, id: id ?? undefined }))
    const [bySlug, byId] = [rows.find((row) => row.named === slug), rows.find((row) => row.id === id)]
    if (slug != null && !bySlug) errors[`${kind}_slug`] = await unknownSlug(read, kind, slug)
    if (id != null && (!byId || (bySlug && bySlug.id !== id))) errors[`${kind}_id`] = unknown(`${kind}_id`)
    resolved[kind] = bySlug ?? byId ?? null
    if (slug && bySlug?.slug && bySlug.slug !== slug)
      resolved.warnings.push(renamed(`${kind}_slug`, slug, bySlug.slug))
  }
  Object.assign(errors, await missingRecords(read, references))
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return resolved
}

/** Returns the fault of a reference that contradicts another one, on the key that was sent. */
export function contradiction(references: References, kind: Slugged, why: string): Fault {
  const key = references[`${kind}_slug`] == null ? `${kind}_id` : `${kind}_slug`
  return invalid({ [key]: `The selected ${attribute(key)} is invalid. ${why}.` })
}

/** Returns the referenced record, or throws `The {field} field is required.` */
export function requireReference(found: FoundRecord | null | undefined, field: string): FoundRecord {
  if (!found) throw invalid({ [field]: `The ${attribute(field)} field is required.` })
  return found
}

/** Returns the warning that an old name was replaced by the current one. */
export function renamed(field: string, old: string, current: string): Warning {
  return { field, message: `"${old}" is an old name of "${current}", which was used. Send "${current}".` }
}

function unknown(field: string): string {
  return `The selected ${attribute(field)} is invalid.`
}

// There are few directions and their slugs cannot be guessed, so the message lists them.
async function unknownSlug(read: Read, kind: Kind, slug: string): Promise<string> {
  if (kind !== 'direction') return unknown(`${kind}_slug`)
  const stored = await listDirectionSlugs(read)
  const message = `${unknown('direction_slug')} Allowed: ${stored.map((direction) => direction.slug).join(', ')}.`
  if (!canonicalDirections.includes(slug) || stored.length === 0) return message
  return `${message} "${slug}" is canonical, but not stored. Nearest: ${nearestSlugs(slug, stored).join(', ')}.`
}
