import { type MappedProduct, mapDays } from '../../../../src/catalog/map/read.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { counted, words } from '../../html/words.ts'

// Smaller changes are not shown as a rise or a fall.
const steadyPercent = 2

const signal = { singular: 'unresolved signal', plural: 'unresolved signals' }
const task = { singular: 'overdue task', plural: 'overdue tasks' }
const review = { singular: 'overdue decision review', plural: 'overdue decision reviews' }
const click = { singular: 'click', plural: 'clicks' }

/** The change of the clicks of a product against the period before: an arrow and the same in words. */
type Change = { arrow: '↑' | '↓' | '→'; short: string; text: string }

/** Returns the change of the clicks of a product. Undefined if it has no clicks in either period. */
export function changeOf({ clicks }: Pick<MappedProduct, 'clicks'>): Change | undefined {
  if (!clicks || clicks.current + clicks.previous === 0) return undefined
  const { current, previous } = clicks
  const before = `than in the ${mapDays} days before`
  if (previous === 0) return { arrow: '↑', short: 'new', text: `none in the ${mapDays} days before` }
  const percent = Math.round(((current - previous) / previous) * 100)
  if (Math.abs(percent) < steadyPercent)
    return { arrow: '→', short: '±0%', text: `as many as in the ${mapDays} days before` }
  return percent > 0
    ? {
        arrow: '↑',
        short: `+${percent.toLocaleString('en')}%`,
        text: `${percent.toLocaleString('en')}% more ${before}`,
      }
    : { arrow: '↓', short: `−${-percent}%`, text: `${-percent}% fewer ${before}` }
}

/** Returns the worst unresolved signal of a product in two words: "Critical problem". */
export function stateOf({ worst }: Pick<MappedProduct, 'worst'>): string {
  return worst ? `${words(worst.severity)} ${words(worst.signal_type).toLowerCase()}` : 'No open signal'
}

/** Returns the overdue work of a product, such as "2 overdue tasks". Empty if nothing is overdue. */
export function overdueOf({ overdue_tasks, overdue_reviews }: MappedProduct): string {
  return [
    overdue_tasks > 0 && counted(overdue_tasks, task),
    overdue_reviews > 0 && counted(overdue_reviews, review),
  ]
    .filter((part) => part !== false)
    .join(' and ')
}

/** Returns the clicks of a product, or its installs if no clicks are known. */
function reachOf(product: MappedProduct): string {
  const { clicks, installs } = product
  const change = changeOf(product)
  if (clicks && change) return `${counted(clicks.current, click)} in ${mapDays} days, ${change.text}`
  return installs.length > 0 ? `${installs.join(' and ')} installs` : 'No clicks or installs are known'
}

/** Returns the sentences that say why a product looks as it does on the map. */
export function whyOf(product: MappedProduct): string {
  const { worst, unresolved } = product
  const others = unresolved > 1 ? `, one of ${counted(unresolved, signal)}` : ''
  const overdue = overdueOf(product)
  return [
    worst
      ? `${stateOf(product)}: “${visibleName({ id: worst.id, name: worst.title })}”${others}`
      : 'No unresolved signal',
    overdue,
    reachOf(product),
  ]
    .filter((sentence) => sentence !== '')
    .map((sentence) => `${sentence}.`)
    .join(' ')
}
