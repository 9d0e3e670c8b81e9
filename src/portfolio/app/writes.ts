import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readAside, readInTransaction } from '../../database/read.ts'
import type { SentFields } from '../../journal/save.ts'
import { fieldPhrase, phrase } from '../../language/phrase.ts'
import { invalid } from '../../record/fault.ts'
import { freeSlug } from '../../record/free-slug.ts'
import { lockRecord, type Precondition } from '../../record/lock-record.ts'
import { change, create } from '../gate/save.ts'
import { operationsOf } from '../operation.ts'
import { type FoundRecord, find, type RecordName } from '../place/find.ts'
import { contradiction, locate, type References, resolve } from '../place/resolve.ts'
import { besideName } from '../similar/name.ts'
import { AppChange, apps, NewApp, type StoredApp } from './app.ts'
import { linkApplications } from './applications.ts'
import { checkBinding, defaultBinding } from './binding.ts'
import { readApp } from './read.ts'
import { rejectTakenIdentities, storeKey } from './store-identity.ts'

/** Creates an app of a product, or of a direction while its product is unknown or disputed. */
export async function createApp(em: EntityManager, actor: Actor, input: NewApp) {
  const { product_slug, product_id, direction_slug, direction_id, ...values } = input
  const { place, warnings } = await locate(em, { product_slug, product_id, direction_slug, direction_id })
  const beside = await besideName(readAside(em), [values.name, values.product_candidate_name], place)
  const slugOf = () => freeSlug(em, 'apps', values.name, 'app')
  const app = await storeApp(em, actor, { values, place, fields: Object.keys(input) }, slugOf)
  return {
    record: await readApp(readInTransaction(em), { id: app.id }),
    ...beside,
    warnings,
  }
}

/** A new app in its place, and the fields that the request sent. */
type AppDraft = {
  values: Omit<NewApp, keyof References>
  place: Pick<StoredApp, 'product_id' | 'direction_id'>
  fields: SentFields
}

/** Stores a new app, and links the applications with its ids. An import chooses the slugs of all its apps at once. */
export async function storeApp(
  em: EntityManager,
  actor: Actor,
  { values, place: { product_id, direction_id }, fields }: AppDraft,
  slugOf: () => string | Promise<string>,
): Promise<StoredApp> {
  const product_binding_status =
    values.product_binding_status ?? defaultBinding(product_id, values.product_candidate_name)
  checkBinding(product_binding_status, product_id)
  const { platform, bundle_id = null, package_id = null } = values
  const store_key = values.store_url ? storeKey(values.store_url) : null
  await rejectTakenIdentities(em, { id: null, platform, bundle_id, package_id, store_key })
  const slug = await slugOf()
  const place = { product_id, direction_id }
  const stored = { ...values, ...place, slug, product_binding_status, store_key }
  const app = await create(em, actor, apps, stored, fields)
  await linkApplications(em, actor, app)
  return app
}

/** Changes an app. The result must satisfy the rules of a new app. */
export async function changeApp(
  em: EntityManager,
  actor: Actor,
  name: RecordName,
  input: AppChange,
  precondition: Precondition,
) {
  const { product_slug, product_id, direction_slug, direction_id, ...values } = input
  const references = { product_slug, product_id, direction_slug, direction_id }
  const resolved = await resolve(em, references)
  const app = await lockRecord(em, apps, name)
  await precondition()
  const [current] = await readInTransaction(em)(find.app({ id: app.id }))
  const place = changedPlace(references, resolved, { ...app, direction_id: current?.direction_id ?? null })
  checkBinding(values.product_binding_status ?? app.product_binding_status, place.product_id)
  const store =
    values.store_url === undefined ? {} : { store_key: values.store_url && storeKey(values.store_url) }
  const changed = { ...values, ...place, ...store }
  await rejectTakenIdentities(em, { ...app, ...changed })
  await change(em, actor, app, changed, Object.keys(input))
  await em.flush()
  if ('platform' in values || 'bundle_id' in values || 'package_id' in values)
    await linkApplications(em, actor, app)
  return { record: await readApp(readInTransaction(em), { id: app.id }), warnings: resolved.warnings }
}

type Found = Pick<FoundRecord, 'id' | 'direction_id'> | null | undefined

/**
 * Returns the new place of an app. An app with a product is in the direction of the product, and stays there if the
 * product is removed.
 */
function changedPlace(
  references: References,
  { product, direction }: { product: Found; direction: Found },
  app: Pick<StoredApp, 'product_id' | 'direction_id'>,
): Pick<StoredApp, 'product_id' | 'direction_id'> {
  const defaultDirectionId = product?.direction_id ?? app.direction_id
  const product_id = product === undefined ? app.product_id : (product?.id ?? null)
  if (product_id && direction && direction.id !== defaultDirectionId)
    throw contradiction(references, 'direction', phrase('reference.productInOtherDirection'))
  if (!product_id && direction === null)
    throw invalid({
      direction_slug: fieldPhrase('validation.requiredWithoutProduct').about('direction_slug'),
    })
  return { product_id, direction_id: product_id ? null : (direction?.id ?? defaultDirectionId) }
}

/** The operations of the write API on apps. */
export const appOperations = operationsOf('app', {
  create_app: {
    action: 'create',
    body: NewApp,
    summary: 'Create an app',
    description:
      'Belongs to a product, or to a direction while its product is unknown or disputed. product_binding_status defaults to confirmed with a product, to product-candidate with a product_candidate_name, and to unbound otherwise.',
    run: createApp,
  },
  change_app: {
    action: 'change',
    body: AppChange,
    summary: 'Update an app',
    run: changeApp,
  },
})
