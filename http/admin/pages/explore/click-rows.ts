import { type Phrase, phrase } from '../../../../src/language/phrase.ts'
import type { ClickDivision } from '../../../../src/operations/click/divisions.ts'
import type { ClickComparison, ComparedClicks } from '../../../../src/operations/click/explore.ts'
import { listAddress } from '../../record/address.ts'
import { percentChange } from './comparison.ts'

/** The division of clicks into rows, as a label. */
export const divisionLabels: Record<ClickDivision, Phrase> = {
  application: phrase('explore.byApplication'),
  company: phrase('explore.byCompany'),
  status: phrase('explore.byStatus'),
  product: phrase('explore.byProduct'),
  direction: phrase('explore.byDirection'),
  platform: phrase('explore.byPlatform'),
}

/** The name of the row of clicks that belong to none. */
export const noneLabels: Record<ClickDivision, Phrase> = {
  application: phrase('explore.noApplication'),
  company: phrase('explore.noCompany'),
  status: phrase('explore.noStatus'),
  product: phrase('explore.noProduct'),
  direction: phrase('explore.noDirection'),
  platform: phrase('explore.noPlatform'),
}

const ids = { application: 'app_id', company: 'company_id' } as const

function hasFilter(by: ClickDivision): by is keyof typeof ids {
  return by in ids
}

/** Returns a comparison of clicks as the rows of a CSV file, below their heading. */
export function clickRows(by: ClickDivision, { rows }: ClickComparison): unknown[][] {
  const hasId = by !== 'status' && by !== 'platform'
  const hasPlatform = by === 'application'
  return [
    [
      ...(hasId ? [`${by}_id`] : []),
      by,
      ...(hasPlatform ? ['platform'] : []),
      'clicks',
      'clicks_before',
      'change',
      'change_percent',
    ],
    ...rows.map(({ id, name, platform, clicks, clicks_before }) => [
      ...(hasId ? [id] : []),
      name,
      ...(hasPlatform ? [platform] : []),
      clicks,
      clicks_before,
      clicks - clicks_before,
      percentChange(clicks, clicks_before),
    ]),
  ]
}

/** Returns the filter of the list of clicks that selects those of a row. Undefined if the list has none for it. */
export function filterOf(
  by: ClickDivision,
  { id, name }: ComparedClicks,
): Record<string, string> | undefined {
  if (by === 'status') return { status: String(name) }
  return hasFilter(by) ? { [ids[by]]: String(id) } : undefined
}

/** Returns the filters by application, company and app among the parameters of a comparison. */
export function idsIn(sent: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    [...Object.values(ids), 'app_slug'].flatMap((name) => (sent[name] ? [[name, sent[name]]] : [])),
  )
}

/** Returns the address of the clicks that filters select. */
export function clickList(filters: Record<string, string>): string {
  return listAddress('clicks', filters)
}
