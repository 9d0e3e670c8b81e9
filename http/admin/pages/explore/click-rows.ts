import type { ClickComparison, ComparedClicks } from '../../../../src/operations/click/explore.ts'
import type { ClickDimension } from '../../../../src/operations/click/monthly-totals.ts'
import { listAddress } from '../../record/address.ts'
import { percentChange } from './comparison.ts'

const ids = { application: 'app_id', company: 'company_id' } as const

/** Returns a comparison of clicks as the rows of a CSV file, below their heading. */
export function clickRows(by: ClickDimension, { rows }: ClickComparison): unknown[][] {
  const named = by === 'status' ? ['status'] : [`${by}_id`, by]
  const platform = by === 'application' ? ['platform'] : []
  return [
    [...named, ...platform, 'clicks', 'clicks_before', 'change', 'change_percent'],
    ...rows.map(({ id, name, platform, clicks, clicks_before }) => [
      ...(by === 'status' ? [name] : [id, name]),
      ...(by === 'application' ? [platform] : []),
      clicks,
      clicks_before,
      clicks - clicks_before,
      percentChange(clicks, clicks_before),
    ]),
  ]
}

/** Returns the filter of the list of clicks that selects those of a row. */
export function filterOf(by: ClickDimension, { id, name }: ComparedClicks): Record<string, string> {
  return by === 'status' ? { status: name } : { [ids[by]]: String(id) }
}

/** Returns the filters by application and company among the parameters of a comparison. */
export function idsIn(sent: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.values(ids).flatMap((name) => (sent[name] ? [[name, sent[name]]] : [])))
}

/** Returns the address of the clicks that filters select. */
export function clickList(filters: Record<string, string>): string {
  return listAddress('clicks', filters)
}
