import type { z } from 'zod'
import { rule } from '../../record/rules/rule.ts'
import type { appPlatforms } from '../vocabulary.ts'

// The names of the stores, which many tools write for the platform.
const storeNames = {
  iOS: 'app store, apple app store, app store connect, apple, itunes, itunes connect, iphone, ipad, ios app store',
  Android: 'google play, google play store, googleplay, play store, play, google',
  Huawei: 'appgallery, app gallery, huawei appgallery',
  RuStore: 'ru store',
  macOS: 'mac app store, mac',
  Windows: 'microsoft store, windows store',
  Web: 'website',
} satisfies Partial<Record<keyof typeof appPlatforms, string>>
const platformByName = new Map(
  Object.entries(storeNames).flatMap(([platform, list]) => list.split(', ').map((name) => [name, platform])),
)

/** Returns the rule for a cell with a platform, also by the name of its store, such as `Google Play`. */
export function platformCell<S extends z.ZodType>(schema: S) {
  return rule(
    (cell) => (typeof cell === 'string' ? (platformByName.get(nameIn(cell)) ?? cell) : cell),
    schema,
  )
}

function nameIn(cell: string): string {
  return cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
}
