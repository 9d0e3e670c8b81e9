import type { Read } from '../../database/read.ts'
import { withKey } from '../../record/named.ts'
import { appImport } from './apps.ts'
import type { ImportKind } from './import-kind.ts'
import { competitorReviewImport, keywordPositionImport, storeTruthImport } from './market.ts'
import { productImport } from './products.ts'

/** The kinds of records that are imported from CSV files, by the name of their list in the web interface. */
export const importKinds = {
  products: productImport,
  apps: appImport,
  'keyword-positions': keywordPositionImport,
  'competitor-reviews': competitorReviewImport,
  'store-truth': storeTruthImport,
} as const

export type ImportKindName = keyof typeof importKinds

/** Returns whether a list has an import. */
export function isImportKind(name: string): name is ImportKindName {
  return Object.hasOwn(importKinds, name)
}

type Row = Record<string, unknown>

/**
 * Returns the rows of an export as an import reads them. A slug or id that is also the name of another record stands
 * behind the name of its own one.
 */
export async function exportedReferences<R extends Row>(
  read: Read,
  kind: ImportKindName,
  rows: R[],
): Promise<R[]> {
  const { references }: Pick<ImportKind<never>, 'references'> = importKinds[kind]
  const exported: Row[] = rows.map((row) => ({ ...row }))
  for (const [field, find] of Object.entries(references)) {
    const keys = new Set(rows.flatMap((row) => (row[field] == null ? [] : String(row[field]))))
    const found = await find(read, [...keys])
    for (const row of exported) {
      const key = String(row[field])
      const [record, another] = (found.get(key) ?? []).toSorted(
        (one, other) => Number(isKey(other, key)) - Number(isKey(one, key)),
      )
      if (record && another) row[field] = withKey(record.name, key)
    }
  }
  return exported as R[]
}

function isKey({ id, slug }: { id: number; slug: string | null }, key: string): boolean {
  return slug === key || String(id) === key
}
