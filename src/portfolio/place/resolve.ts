import type { EntityManager } from '@mikro-orm/postgresql'
import { type Read, readInTransaction } from '../../database/read.ts'
import { type Fault, invalid } from '../../record/fault.ts'
import { invalidSelection, requiredField } from '../../record/validation/messages.ts'
import { oldNameWarning, type Warning } from '../../record/warning.ts'
import { canonicalDirections } from '../direction/direction.ts'
import { type FoundRecord, find } from './find.ts'
import { type Links, missingRecords } from './missing.ts'
import { nearestSlugs } from './nearest-slugs.ts'
import { listDirectionSlugs } from './slug-list.ts'

const kinds = ['product', 'direction', 'app', 'product_decision'] as const
type Kind = (typeof kinds)[number]
type SluggedKind = Exclude<Kind, 'product_decision'>

/**
 * References of a body to other records: its place by slug, by id or by both; a decision, evidence and blockers by id.
 */
export type References = Links & { [kind in SluggedKind as `${kind}_slug`]?: string | null | undefined } & {
  [kind in Kind as `${kind}_id`]?: number | null | undefined
}

/** The referenced records: null if the reference was null, undefined if it was not sent. */
export type Resolved = { [kind in Kind]: FoundRecord | null | undefined } & { warnings: Warning[] }

/** Finds the records that a body references. Throws one fault that names every reference to a missing record. */
export async function resolve(em: EntityManager, references: References): Promise<Resolved> {
  const read = readInTransaction(em)
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
    if (id != null && (!byId || (bySlug && bySlug.id !== id)))
      errors[`${kind}_id`] = invalidSelection(`${kind}_id`)
    resolved[kind] = bySlug ?? byId ?? null
    if (slug && bySlug?.slug && bySlug.slug !== slug)
      resolved.warnings.push(oldNameWarning(`${kind}_slug`, slug, bySlug.slug))
  }
  Object.assign(errors, await missingRecords(read, references))
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return resolved
}

/** Returns the fault of a reference that contradicts another one, on the key that was sent. */
export function contradiction(references: References, kind: SluggedKind, why: string): Fault {
  const key = references[`${kind}_slug`] == null ? `${kind}_id` : `${kind}_slug`
  return invalid({ [key]: `${invalidSelection(key)} ${why}.` })
}

/** Returns the referenced record, or throws `The {field} field is required.` */
export function requireReference(found: FoundRecord | null | undefined, field: string): FoundRecord {
  if (!found) throw invalid({ [field]: requiredField(field) })
  return found
}

// There are few directions and their slugs cannot be guessed, so the message lists them.
async function unknownSlug(read: Read, kind: Kind, slug: string): Promise<string> {
  if (kind !== 'direction') return invalidSelection(`${kind}_slug`)
  const stored = await listDirectionSlugs(read)
  const slugs = stored.map((direction) => direction.slug)
  const message = invalidSelection('direction_slug', slugs)
  if (!canonicalDirections.includes(slug) || stored.length === 0) return message
  return `${message} "${slug}" is canonical, but not stored. Nearest: ${nearestSlugs(slug, stored).join(', ')}.`
}
