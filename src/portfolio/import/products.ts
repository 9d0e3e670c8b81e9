import { sql } from 'kysely'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { serverFields } from '../../record/base-fields.ts'
import { invalid } from '../../record/fault.ts'
import { Slug } from '../../record/rules/slug.ts'
import { text } from '../../record/rules/text.ts'
import { requiredField, takenValue } from '../../record/validation/messages.ts'
import { pinningStatuses } from '../canon-rule/scope.ts'
import { contradiction } from '../place/resolve.ts'
import { StoredProduct } from '../product/product.ts'
import { booleanCell } from './cell-rules.ts'
import type { ImportKind, ImportLine } from './import-kind.ts'
import { type Planned, recordRows } from './record-rows.ts'
import { findDirections } from './references.ts'

const fields = StoredProduct.omit({ ...serverFields, slug: true, direction_id: true }).shape
const { is_revenue_generating, is_favorite } = fields

const Line = z.object({
  slug: Slug.optional(),
  direction_slug: text(2000).optional(),
  ...z
    .object({
      ...fields,
      is_revenue_generating: booleanCell(is_revenue_generating),
      is_favorite: booleanCell(is_favorite),
    })
    .partial().shape,
})
type Line = z.output<typeof Line>

// The fields that a record always has. An empty cell leaves them as they are.
const permanent = [
  'name',
  'portfolio_status',
  'product_focus',
  'is_revenue_generating',
  'is_favorite',
] as const

type Stored = Pick<StoredProduct, 'id' | 'slug' | 'direction_id' | (typeof permanent)[number]>
type Row = Partial<Omit<StoredProduct, 'id' | 'slug'>> & {
  id: number | null
  slug: string | null
  name: string
  direction_id: number
}
type Plan = Planned<Line, Stored, Row>

const identity = 'slug or name'

export const productImport: ImportKind<Line> = {
  recordType: 'product',
  table: 'products',
  required: [],
  anyOf: ['slug', 'name'],
  optional: Object.keys(Line.shape),
  schema: Line,
  references: { direction_slug: findDirections },
  rows: recordRows<Line, Stored, Row>({
    table: 'products',
    fallback: 'product',
    identity,
    load: (read, slugs, names) =>
      read({
        text: `select id, slug, direction_id, ${permanent.join(', ')} from products
          where slug = any($1) or lower(name) in (select lower(name) from unnest($2::text[]) as name)`,
        values: [slugs, names],
      }),
    // A name is unique in its direction.
    meant: (stored, { references }) => {
      const direction = references.direction_slug
      return direction ? stored.filter(({ direction_id }) => direction_id === direction.id) : stored
    },
    plan,
    check,
    keys: ({ direction_id, name }) => [{ key: nameKey(direction_id, name), what: 'name and direction' }],
  }),
  identity,
  match: sql`stored.id = given.id`,
  replaced: (given) =>
    given.flatMap((field) => (field === 'slug' ? [] : field === 'direction_slug' ? 'direction_id' : field)),
}

function plan({ values, references }: ImportLine<Line>, stored: Stored | undefined): Row {
  const { slug, direction_slug: _, ...given } = values
  const name = given.name ?? stored?.name
  const direction_id = references.direction_slug?.id ?? stored?.direction_id
  if (!name || !direction_id)
    throw invalid({
      ...(!name && { name: requiredField('name') }),
      ...(!direction_id && { direction_slug: requiredField('direction_slug') }),
    })
  const kept = Object.fromEntries(permanent.map((field) => [field, given[field] ?? stored?.[field]]))
  return { ...given, ...kept, id: stored?.id ?? null, slug: stored?.slug ?? slug ?? null, name, direction_id }
}

async function check(read: Read, planned: Plan[]) {
  const isRenamed = ({ stored, row }: Plan) =>
    !stored || nameKey(stored.direction_id, stored.name) !== nameKey(row.direction_id, row.name)
  const owners = await nameOwners(
    read,
    planned.filter(isRenamed).map(({ row }) => row.name),
  )
  const pins = await pinningRules(
    read,
    planned.flatMap(({ stored, row }) =>
      stored && stored.direction_id !== row.direction_id ? stored.id : [],
    ),
  )
  return (plan: Plan) => {
    const { stored, row, line } = plan
    const owner = owners.get(nameKey(row.direction_id, row.name))
    const pin = stored && stored.direction_id !== row.direction_id ? pins.get(stored.id) : undefined
    return {
      ...(isRenamed(plan) && owner !== undefined && owner !== row.id && { name: [takenValue('name')] }),
      ...(pin &&
        contradiction(line.values, 'direction', `Canon rule ${pin} pins the product to its direction`)
          .errors),
    }
  }
}

// The products that have one of the names, in any direction.
async function nameOwners(read: Read, names: string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const rows = await read<Pick<Stored, 'id' | 'direction_id' | 'name'>>({
    text: `select id, direction_id, name from products
      where lower(name) in (select lower(name) from unnest($1::text[]) as name)`,
    values: [names],
  })
  return new Map(rows.map(({ id, direction_id, name }) => [nameKey(direction_id, name), id]))
}

// The canon rule that pins each product to its direction. A transaction that creates such a rule locks the product too,
// so no rule can appear while the product moves.
async function pinningRules(read: Read, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  await read({ text: 'select id from products where id = any($1) order by id for update', values: [ids] })
  const rows = await read<{ product_id: number; id: number }>({
    text: `select rule.product_id, rule.id from canon_rules as rule
      join products as product on product.id = rule.product_id and product.direction_id = rule.direction_id
      where product.id = any($1) and rule.status = any($2)`,
    values: [ids, pinningStatuses],
  })
  return new Map(rows.map(({ product_id, id }) => [product_id, id]))
}

function nameKey(direction_id: number, name: string): string {
  return `name ${direction_id} ${name.toLowerCase()}`
}
