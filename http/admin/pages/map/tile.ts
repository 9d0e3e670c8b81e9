import type { MappedProduct } from '../../../../src/catalog/map/read.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { usualDays } from '../../../../src/record/rules/period.ts'
import { pageLocale, t } from '../../html/text.ts'

// Smaller changes are not shown as a rise or a fall.
const steadyPercent = 2

/** The change of the clicks of a product against the period before: an arrow and the same in words. */
type Change = { arrow: '↑' | '↓' | '→'; short: string; text: string }

/** Returns the change of the clicks of a product. Undefined if it has no clicks in either period. */
export function changeOf({ clicks }: Pick<MappedProduct, 'clicks'>): Change | undefined {
  if (!clicks || clicks.current + clicks.previous === 0) return undefined
  const { current, previous } = clicks
  const days = usualDays
  if (previous === 0) return { arrow: '↑', short: t('map.isNew'), text: t('map.changeNew', { days }) }
  const percent = Math.round(((current - previous) / previous) * 100)
  if (Math.abs(percent) < steadyPercent)
    return { arrow: '→', short: t('map.steady'), text: t('map.changeSteady', { days }) }
  if (percent > 0)
    return {
      arrow: '↑',
      short: t('map.more', { percent }),
      text: t('map.changeMore', { percent, days }),
    }
  return {
    arrow: '↓',
    short: t('map.fewer', { percent: -percent }),
    text: t('map.changeFewer', { percent: -percent, days }),
  }
}

/** Returns the worst unresolved signal of a product in two words: "Critical problem". */
export function stateOf({ worst }: Pick<MappedProduct, 'worst'>): string {
  if (!worst) return t('map.noOpenSignal')
  return t('map.state', { severity: worst.severity, type: worst.signal_type })
}

/** Returns the overdue work of a product, such as "2 overdue tasks". Empty if nothing is overdue. */
export function overdueOf({ overdue_tasks: tasks, overdue_reviews: reviews }: MappedProduct): string {
  if (tasks > 0 && reviews > 0) return t('map.overdueTasksAndReviews', { tasks, reviews })
  if (tasks > 0) return t('map.overdueTasks', { count: tasks })
  return reviews > 0 ? t('map.overdueReviews', { count: reviews }) : ''
}

/** Returns the clicks of a product, or its installs if no clicks are known. */
function reachOf(product: MappedProduct): string {
  const { clicks, installs } = product
  const change = changeOf(product)
  if (clicks && change)
    return t('map.clicksIn', { count: clicks.current, days: usualDays, change: change.text })
  const bands = new Intl.ListFormat(pageLocale()).format(installs)
  return installs.length > 0 ? t('map.installsKnown', { bands }) : t('map.nothingKnown')
}

/** Returns the sentences that say why a product looks as it does on the map. */
export function whyOf(product: MappedProduct): string {
  const overdue = overdueOf(product)
  return [
    worstOf(product),
    ...(overdue === '' ? [] : [t('map.sentence', { text: overdue })]),
    reachOf(product),
  ].join(' ')
}

function worstOf({ worst, unresolved }: MappedProduct): string {
  if (!worst) return t('map.noUnresolvedSignal')
  const named = { state: stateOf({ worst }), title: visibleName({ id: worst.id, name: worst.title }) }
  return unresolved > 1 ? t('map.worstOfSeveral', { ...named, count: unresolved }) : t('map.worst', named)
}

/** The largest size of the bar of a tile. */
export const maxSize = 5

const factors: Record<string, number> = { k: 1e3, к: 1e3, т: 1e3, m: 1e6, м: 1e6, b: 1e9 }

/** Returns the sizes of the bars of products, from 1 to 5, by their ids: by clicks, or by installs if they have none. */
export function tileSizes(products: readonly MappedProduct[]): ReadonlyMap<number, number> {
  const clicks = scaleOf(products.map((product) => product.clicks?.current ?? 0))
  const installs = scaleOf(products.map(installsOf))
  return new Map(
    products.map((product) => [
      product.id,
      product.clicks?.current ? clicks(product.clicks.current) : installs(installsOf(product)),
    ]),
  )
}

// Values that differ by orders of magnitude need a logarithmic scale.
function scaleOf(values: number[]): (value: number) => number {
  const positive = values.filter((value) => value > 0)
  const [low, high] = [Math.log(Math.min(...positive)), Math.log(Math.max(...positive))]
  return (value) => {
    if (value <= 0) return 1
    if (high === low) return Math.ceil(maxSize / 2)
    return 1 + Math.round(((Math.log(value) - low) / (high - low)) * (maxSize - 1))
  }
}

function installsOf({ installs }: MappedProduct): number {
  return installs.reduce((sum, band) => sum + lowerEnd(band), 0)
}

/** Returns the lower end of an installs band: 100000 for "100,000+", "100K–500K" and "100 000+". */
export function lowerEnd(band: string): number {
  const [, digits = '', unit = ''] = /(\d[\d.,\s]*)([kктmмb]?)/i.exec(band) ?? []
  const factor = factors[unit.toLowerCase()]
  // Before a unit a point or a comma begins the decimals, otherwise it groups digits.
  const number = factor
    ? Number(digits.replace(',', '.').replaceAll(/\s/g, ''))
    : Number(digits.replaceAll(/\D/g, ''))
  return Number.isFinite(number) ? number * (factor ?? 1) : 0
}
