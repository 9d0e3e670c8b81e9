import type { Page } from 'playwright-core'
import { importKinds } from '../../src/portfolio/import/import-kinds.ts'
import { hostile } from './form-fields.ts'
import { press, type Visit } from './visit.ts'

const positions = '/admin/keyword-positions/import'

/** Visits of the pages that import CSV files: upload, mapping of the columns, preview, result, and what is wrong. */
export const importVisits: Visit[] = [
  ...Object.keys(importKinds).map((collection) => ({ path: `/admin/${collection}/import` })),
  { path: '/admin/store-truth/import', act: (page) => press(page, 'Preview') },
  { path: positions, act: previewImport },
  { path: '/admin/products/import', act: previewChanges },
  { path: positions, act: mapImport },
  {
    path: '/admin/store-truth/import',
    act: async (page) => {
      await mapImport(page)
      await press(page, 'Preview')
      await page.getByRole('alert').waitFor()
    },
  },
  // It lists the files of the visits before.
  { path: positions },
  {
    path: positions,
    act: async (page) => {
      await previewImport(page)
      await press(page, 'Import')
      await page.getByRole('link', { name: 'Show the list' }).waitFor()
    },
  },
]

async function previewImport(page: Page): Promise<void> {
  await uploadLines(page, [
    'app_slug,keyword,country,position,date',
    `beta,${hostile},DE,4,2026-02-02`,
    `${hostile},x,DE,1,2026-02-02`,
  ])
  await page.getByRole('heading', { name: 'Rejected lines' }).waitFor()
}

async function previewChanges(page: Page): Promise<void> {
  await uploadLines(page, [
    'slug,name,direction_slug,next_step,is_favorite,summary',
    `beta,,fitness,${hostile},yes,A new summary`,
    `,${hostile},fitness,${'Later. '.repeat(60)},perhaps,`,
    ',,fitness,,,',
  ])
  await page.getByRole('heading', { name: 'Lines that change a record' }).waitFor()
}

async function mapImport(page: Page): Promise<void> {
  await uploadLines(page, [`Word,${hostile},Day,2026-02-01,2026-02-02`, `x,${hostile},03/04/2026,1,2`])
  await page.getByRole('heading', { name: 'First lines of the file' }).waitFor()
}

async function uploadLines(page: Page, lines: string[]): Promise<void> {
  const buffer = Buffer.from(lines.join('\n'))
  await page.getByLabel('CSV file').setInputFiles({ name: `${hostile}.csv`, mimeType: 'text/csv', buffer })
  await press(page, 'Preview')
}
