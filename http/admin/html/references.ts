// The collections of the records that fields refer to, by the name of the field without `_id` or `_slug`.
const collections: Record<string, string> = {
  direction: 'directions',
  product: 'products',
  app: 'apps',
  product_decision: 'decisions',
  blocked_by: 'tasks',
  binds_direction: 'directions',
  binds_product: 'products',
  competitor: 'competitors',
  application: 'applications',
  company: 'companies',
  strategy: 'strategies',
  service: 'services',
  improvement: 'improvements',
  agent: 'agents',
  owner: 'users',
  user: 'users',
}

/** Returns the collection of the record that a field contains or refers to by its id or slug. */
export function collectionOf(field: string): string | undefined {
  return collections[field.replace(/_(id|slug)$/, '')]
}
