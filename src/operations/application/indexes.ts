import { rareIndex, uncommonIndex } from '../../record/text-search/text-search.ts'

/** The indexes for the filters, orders and searches of application lists. All but those of searches contain only rows that are not deleted. */
export const indexes = [
  live('native_id_taken', '"native_id"', 'unique index'),
  live('company', '"company_id", "id"'),
  live('owner', '"owner_id", "id"'),
  live('status', '"status", "id"'),
  live('platform', '"platform", "id"'),
  live('name', '"name", "id"'),
  live('created', '"created_at", "id"'),
  live('shown', '"id"', 'index', ` and "status" <> 'archived'`),
  live('ownerless', '"id"', 'index', ' and "owner_id" is null'),
  {
    name: 'applications_search',
    expression:
      'create index "applications_search" on "applications" using gin ("name" gin_trgm_ops, "native_id" gin_trgm_ops)',
  },
  rareIndex('applications', ['name', 'native_id']),
  uncommonIndex('applications', ['"name"', '"native_id"']),
]

function live(part: string, columns: string, kind: 'index' | 'unique index' = 'index', more = '') {
  const name = `applications_${part}`
  return {
    name,
    expression: `create ${kind} "${name}" on "applications" (${columns}) where "deleted_at" is null${more}`,
  }
}
