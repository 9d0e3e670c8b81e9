import { collectionOfType } from '../record/address.ts'

// The types of the records that fields refer to, by the name of the field without `_id` or `_slug`.
const types: Record<string, string> = {
  direction: 'direction',
  product: 'product',
  app: 'app',
  product_decision: 'decision',
  blocked_by: 'task',
  binds_direction: 'direction',
  binds_product: 'product',
  competitor: 'competitor',
  application: 'application',
  company: 'company',
  strategy: 'strategy',
  service: 'service',
  improvement: 'improvement',
  agent: 'agent',
  owner: 'user',
  user: 'user',
}

/** Returns the type of the record that a field contains or refers to by its id or slug. */
export function typeOf(field: string): string | undefined {
  return types[field.replace(/_(id|slug)$/, '')]
}

/** Returns the collection of the record that a field contains or refers to by its id or slug. */
export function collectionOf(field: string): string | undefined {
  const type = typeOf(field)
  return type && collectionOfType(type)
}
