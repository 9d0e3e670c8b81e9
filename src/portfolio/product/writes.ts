import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { readAside, readInTransaction } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { db } from '../../database/tables.ts'
import { inSequence, phrase } from '../../language/phrase.ts'
import { freeSlug } from '../../record/free-slug.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import type { Warning } from '../../record/warning.ts'
import { canonRules } from '../canon-rule/canon-rule.ts'
import { pinningStatuses } from '../canon-rule/writes.ts'
import { change, create } from '../gate/save.ts'
import { operationsOf } from '../operation.ts'
import type { RecordName } from '../place/find.ts'
import { contradiction, type References, requireReference, resolve } from '../place/resolve.ts'
import { besideName } from '../similar/name.ts'
import { isUnresolved } from '../urgency.ts'
import { NewProduct, ProductChange, products, type StoredProduct } from './product.ts'
import { readProduct } from './read.ts'

/**
 * Creates a product in a stored direction. Its name is unique there; its slug comes from the name and never changes.
 */
export async function createProduct(em: EntityManager, actor: Actor, input: NewProduct) {
  const { direction_slug, direction_id, ...values } = input
  const { direction, warnings } = await resolve(em, { direction_slug, direction_id })
  const stored = { direction_id: requireReference(direction, 'direction_slug').id }
  const beside = await besideName(readAside(em), [values.name], { ...stored, product_id: null })
  const slug = await freeSlug(em, 'products', values.name, 'product')
  const product = await create(em, actor, products, { ...values, ...stored, slug }, Object.keys(input))
  return {
    record: await readProduct(readInTransaction(em), { id: product.id }),
    ...beside,
    warnings,
  }
}

const maxNamedSignals = 5

/** Changes a product. It cannot leave its direction while a canon rule pins it there. */
export async function changeProduct(
  em: EntityManager,
  actor: Actor,
  name: RecordName,
  input: ProductChange,
  precondition: Precondition,
) {
  const { direction_slug, direction_id, ...values } = input
  const references = { direction_slug, direction_id }
  const { direction, warnings } = await resolve(em, references)
  const product = await lockRecord(em, products, name)
  await precondition()
  const moved = direction && direction.id !== product.direction_id ? direction.id : undefined
  if (moved) await rejectPinned(em, product, references)
  const changed = { ...values, ...(moved && { direction_id: moved }) }
  await change(em, actor, product, changed, Object.keys(input))
  await em.flush()
  warnings.push(...(await criticalSignals(em, product, input)))
  return { record: await readProduct(readInTransaction(em), { id: product.id }), warnings }
}

// A transaction that creates such a rule locks the product too, so no rule can appear while the product moves.
async function rejectPinned(
  em: EntityManager,
  product: StoredProduct,
  references: References,
): Promise<void> {
  const { id: product_id, direction_id } = product
  const rule = await em.findOne(canonRules, { product_id, direction_id, status: pinningStatuses })
  if (rule) throw contradiction(references, 'direction', phrase('reference.productIsPinned', { id: rule.id }))
}

// Values that contradict an unresolved critical signal.
const contradicted = {
  portfolio_status: ['frozen', 'sunset', 'archived'],
  product_focus: ['scale'],
} as const

async function criticalSignals(
  em: EntityManager,
  { id }: StoredProduct,
  input: ProductChange,
): Promise<Warning[]> {
  const fields = (['portfolio_status', 'product_focus'] as const).filter((field) =>
    contradicted[field].some((value) => value === input[field]),
  )
  if (fields.length === 0) return []
  const signals = await readInTransaction(em)(selectCritical({ product_id: id }))
  if (signals.length === 0) return []
  const named = signals.map(({ id, title }) => phrase('warning.namedRecord', { id, title }))
  return fields.map((field) => ({
    field,
    message: phrase('warning.criticalSignals', { signals: inSequence(named, ', ') }),
  }))
}

const selectCritical = statement('products.critical_signals', { product_id: 7 }, () =>
  db
    .selectFrom('signals')
    .where('product_id', '=', param<number>('product_id'))
    .where('severity', '=', 'critical')
    .where(isUnresolved)
    .select(['id', 'title'])
    .orderBy('id', 'desc')
    .limit(sql.lit<number>(maxNamedSignals)),
)

/** The operations of the write API on products. */
export const productOperations = operationsOf('product', {
  create_product: {
    action: 'create',
    body: NewProduct,
    summary: 'Create a product',
    description:
      'The direction must be a stored one. While a product is disputed, create only its apps, with product_candidate_name.',
    run: createProduct,
  },
  change_product: {
    action: 'change',
    body: ProductChange,
    summary: 'Update a product',
    run: changeProduct,
  },
})
