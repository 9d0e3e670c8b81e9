import type { z } from 'zod'
import type { ShownEvidence } from '../src/portfolio/evidence/field.ts'
import type { Provenance } from '../src/record/provenance.ts'

type RenderOptions = {
  /** Every field instead of the compact form. */
  full?: boolean | undefined
}

const internalFields = ['product_id', 'direction_id', 'app_id', 'updated_by', 'direction', 'external_ref']

/** How answers show one kind of record. */
export type View = {
  /** The fields that the compact form needs; undefined if it needs all. */
  compactFields?: readonly string[]
  /** Returns the fields of a record that an answer shows. */
  render: (record: object, options?: RenderOptions) => Record<string, unknown>
}

/**
 * Creates a view of a record. The compact form has `compactFields`, in this order: ids, slugs and what decisions depend
 * on. The full form then has all other fields except the internal ones.
 */
export function view<S extends z.ZodObject>(
  record: S,
  ...compactFields: (keyof S['shape'] & string)[]
): View {
  const otherFields = Object.keys(record.shape).filter(
    (name) => ![...compactFields, ...internalFields].includes(name),
  )
  const allFields = [...compactFields, ...otherFields]
  return {
    compactFields,
    render(row, { full = false } = {}) {
      const fields = row as Record<string, unknown>
      const rendered: Record<string, unknown> = {}
      for (const name of full ? allFields : compactFields) {
        // The direction of a record with a product is the direction of the product.
        if (!full && name === 'direction_slug' && fields.product_slug) continue
        if (!full && name === 'evidence') Object.assign(rendered, retractedEvidence(fields.evidence))
        else rendered[name] = renderValue(name, fields[name])
      }
      return rendered
    },
  }
}

// The compact form has no evidence, but says what of it was retracted.
function retractedEvidence(evidence: unknown) {
  const retracted = (evidence as ShownEvidence).flatMap(({ type, id, retracted }) =>
    retracted ? [`${type} ${id}`] : [],
  )
  return retracted.length > 0 ? { rests_on_retracted: retracted } : {}
}

const authors = ['created_by', 'approved_by', 'actor']

function renderValue(name: string, value: unknown): unknown {
  return authors.includes(name) && value ? authorText(value as Provenance) : value
}

/** Returns an author as text: `portfolio_token:7 Store agent`. */
export function authorText(author: Provenance): string {
  const account = accountText(author)
  const { name } = author
  return account === name ? name : `${account} ${name}`
}

/** Returns the account of an author as text, without its name: `portfolio_token:7`. */
export function accountText({ type, id }: Pick<Provenance, 'type' | 'id'>): string {
  return id === null || id === undefined ? type : `${type}:${id}`
}

/** Returns a row with its author as text. */
export function withAuthorText<Row extends { created_by: Provenance }>(row: Row) {
  return { ...row, created_by: authorText(row.created_by) }
}
