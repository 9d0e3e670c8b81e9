import { trigramIndex } from '../../record/text-search/trigram-index.ts'
import { wordsIndex } from '../../record/text-search/words-column.ts'

/**
 * The indexes for the filters, orders and searches of application lists. All but those of searches contain only rows
 * that are not deleted.
 */
export const indexes = [
  liveIndex('native_id_taken', '"native_id"', 'unique index'),
  liveIndex('company', '"company_id", "id"'),
  liveIndex('app', '"app_id", "id"'),
  liveIndex('bundle', '"bundle_id", "platform"'),
  liveIndex('owner', '"owner_id", "id"'),
  liveIndex('status', '"status", "id"'),
  liveIndex('platform', '"platform", "id"'),
  liveIndex('name', '"name", "id"'),
  liveIndex('created', '"created_at", "id"'),
  liveIndex('shown', '"id"', 'index', ` and "status" <> 'archived'`),
  liveIndex('ownerless', '"id"', 'index', ' and "owner_id" is null'),
  trigramIndex('applications', 'name', 'native_id'),
  wordsIndex('applications', 'words'),
]

function liveIndex(part: string, columns: string, kind: 'index' | 'unique index' = 'index', condition = '') {
  const name = `applications_${part}`
  return {
    name,
    expression: `create ${kind} "${name}" on "applications" (${columns}) where "deleted_at" is null${condition}`,
  }
}
