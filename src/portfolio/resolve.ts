import type { EntityManager } from '@mikro-orm/postgresql'
import { type Read, within } from '../database/read.ts'
import { Fault, type FieldErrors, invalid } from '../record/fault.ts'
import { attribute } from '../record/violation.ts'
import type { Warning } from '../record/warning.ts'
import { type Found, find } from './find.ts'
import { portfolio } from './tables.ts'

const kinds = ['product', 'direction', 'app'] as const
type Kind = (typeof kinds)[number]

/** A body's references to other records, each by slug, by id, or by both. */
export type References = { [kind in Kind as `${kind}_slug`]?: string | null | undefined } & {
  [kind in Kind as `${kind}_id`]?: number | null | undefined
}

/** What each reference means: a record, null where it was cleared, undefined where it was not mentioned. */
export type Resolved = { [kind in Kind]: Found | null | undefined } & { warnings: Warning[] }

/** Finds what a body refers to. Throws one fault that names every reference to a record that does not exist. */
export async function resolve(em: EntityManager, references: References): Promise<Resolved> {
  const read = within(em, 'early')
  const errors: FieldErrors = {}
  const resolved: Resolved = { product: undefined, direction: undefined, app: undefined, warnings: [] }
  for (const kind of kinds) {
    const [slug, id] = [references[`${kind}_slug`], references[`${kind}_id`]]
    if (slug === undefined && id === undefined) continue
    resolved[kind] = null
    if (slug == null && id == null) continue
    // Null names none and the other names one: they disagree.
    if (slug === null || id === null) {
      const field = `${kind}_${slug === null ? 'id' : 'slug'}`
      errors[field] = [unknown(field)]
      continue
    }
    const rows = await read(find[kind]({ slug, id }))
    const [bySlug, byId] = [rows.find((row) => row.named === slug), rows.find((row) => row.id === id)]
    if (slug !== undefined && !bySlug) errors[`${kind}_slug`] = [await unknownSlug(read, kind)]
    if (id !== undefined && (!byId || (bySlug && bySlug.id !== id)))
      errors[`${kind}_id`] = [unknown(`${kind}_id`)]
    resolved[kind] = bySlug ?? byId ?? null
    if (bySlug && bySlug.slug !== slug)
      resolved.warnings.push(renamed(`${kind}_slug`, bySlug.named, bySlug.slug))
  }
  if (Object.keys(errors).length > 0) throw new Fault('validation_failed', 'Validation failed.', errors)
  return resolved
}

/** The fault of a reference that contradicts another one, told of the key that was sent. */
export function contradiction(references: References, kind: Kind, why: string): Fault {
  const key = references[`${kind}_slug`] == null ? `${kind}_id` : `${kind}_slug`
  return invalid({ [key]: `The selected ${attribute(key)} is invalid: ${why}.` })
}

/** A reference that a record cannot be without; `field` is blamed where it is missing. */
export function required(found: Found | null | undefined, field: string): Found {
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
  const { sql, parameters } = portfolio.selectFrom('directions').select('slug').orderBy('id').compile()
  const rows = await read<{ slug: string }>({ text: sql, values: [...parameters] })
  return `${unknown('direction_slug')} Allowed: ${rows.map((row) => row.slug).join(', ')}.`
}
