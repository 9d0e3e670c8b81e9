import { kinds } from '../portfolio/kinds.ts'

/** Returns the path of the page of a portfolio record or of a proposal in the web interface. */
export function pagePath(entity: string, id: number): string {
  const { table } = kinds[entity as keyof typeof kinds] ?? { table: 'proposals' }
  return `/admin/${table.replaceAll('_', '-')}/${id}`
}
