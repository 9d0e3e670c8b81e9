import { appImport } from './apps.ts'
import { competitorReviewImport } from './competitor-reviews.ts'
import { keywordPositionImport } from './keyword-positions.ts'
import { productImport } from './products.ts'
import { storeTruthImport } from './store-truth.ts'

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
