import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import { readAside, readInTransaction } from '../../database/read.ts'
import { freeSlug } from '../../record/free-slug.ts'
import { create } from '../gate/save.ts'
import { locate } from '../place/locate.ts'
import { besideName } from '../similar/name.ts'
import { apps, type NewApp } from './app.ts'
import { linkApplications } from './applications.ts'
import { defaultBinding } from './binding.ts'
import { readApp } from './read.ts'
import { rejectTakenIdentities } from './store-identity.ts'
import { storeKey } from './store-key.ts'

/** Creates an app of a product, or of a direction while its product is unknown or disputed. */
export async function createApp(em: EntityManager, actor: Actor, input: NewApp) {
  const { product_slug, product_id, direction_slug, direction_id, ...values } = input
  const { place, warnings } = await locate(em, { product_slug, product_id, direction_slug, direction_id })
  const binding =
    values.product_binding_status ?? defaultBinding(place.product_id, values.product_candidate_name)
  const { platform, bundle_id = null, package_id = null } = values
  const store_key = values.store_url ? storeKey(values.store_url) : null
  const beside = await besideName(readAside(em), [values.name, values.product_candidate_name], place)
  await rejectTakenIdentities(em, { id: null, platform, bundle_id, package_id, store_key })
  const app = await create(em, actor, apps, {
    ...values,
    slug: await freeSlug(em, 'apps', values.name, 'app'),
    product_id: place.product_id,
    direction_id: place.direction_id,
    product_binding_status: binding,
    store_key,
  })
  await linkApplications(em, actor, app)
  return {
    record: await readApp(readInTransaction(em), { id: app.id }),
    ...beside,
    warnings,
  }
}
