import type { Read } from '../../database/read.ts'
import type { Referenced } from './import-kind.ts'

/** Returns the apps with these slugs or ids. A slug is never all digits. */
export async function findApps(read: Read, references: string[]): Promise<Map<string, Referenced>> {
  const isId = (reference: string) => /^\d{1,15}$/.test(reference)
  const slugs = references.filter((reference) => !isId(reference))
  const rows = await read<{ id: number; slug: string; platform: string }>({
    text: 'select id, slug, platform from apps where slug = any($1::text[]) or id = any($2::bigint[])',
    values: [slugs, references.filter(isId)],
  })
  return new Map(rows.flatMap((row) => [[row.slug, row] as const, [String(row.id), row] as const]))
}
