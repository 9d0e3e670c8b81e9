import { recordCatalog } from '../../../src/catalog/record-catalog.ts'

/**
 * Returns the name that the addresses of a kind of record contain: the name of its table, with hyphens. Undefined for
 * tokens, which have a list for each prefix, and for a kind that the catalog does not have.
 */
export function collectionOfType(type: string): string | undefined {
  const table = type === 'token' ? undefined : recordCatalog.get(type)?.table
  return table?.replaceAll('_', '-')
}
