import { todayIn } from '../../../src/record/time-zone.ts'
import type { AdminWorld } from '../admin-world.ts'
import { uploadCsv } from '../csv-upload.ts'
import { type MakeForm, nextNumber, ownForm } from './form-case.ts'

// Each file has a line of its own.
const csv: Record<string, (made: AdminWorld['made']) => string[]> = {
  products: () => ['name,direction_slug', `Imported ${nextNumber()},fitness`],
  apps: () => ['name,platform,product_slug', `Imported ${nextNumber()},iOS,gamma`],
  'competitor-reviews': ({ competitors }) => [
    'competitor_id,body,reviewed_at',
    `${competitors?.[0]},Imported ${nextNumber()},2026-02-02`,
  ],
  'keyword-positions': () => [
    'app_slug,keyword,country,position,date',
    `beta,imported ${nextNumber()},DE,4,2026-02-02`,
  ],
  'store-truth': () => ['app_slug,date,title', `beta,${todayIn('UTC', -400 - nextNumber())},Imported 1`],
}

function formsOfKind(kind: string): [string, MakeForm][] {
  const address = `/admin/${kind}/import`
  const uploaded = async (world: AdminWorld) => {
    const lines = csv[kind]?.(world.made) ?? []
    return (await uploadCsv(world, world.admin, kind, lines.join('\n'))).action
  }
  return [
    [
      address,
      async (world) => {
        return { ...ownForm(address), lines: csv[kind]?.(world.made) ?? [] }
      },
    ],
    [`${address}/:id`, async (world) => ownForm(await uploaded(world))],
    [`${address}/:id/mapping`, async (world) => ownForm(`${await uploaded(world)}/mapping`)],
    [
      `${address}/:id/discard`,
      async (world) => ({ page: address, action: `${await uploaded(world)}/discard` }),
    ],
  ]
}

/** The forms that import CSV files, by their route. */
export const importForms: Record<string, MakeForm> = Object.fromEntries(Object.keys(csv).flatMap(formsOfKind))
