import type { ShownWeek } from '../../../../src/catalog/week/read.ts'
import { untouchedDays } from '../../../../src/portfolio/untouched.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { badge } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { cards, items, panel } from '../../html/panels.ts'
import { timestamp } from '../../html/time.ts'
import { recordAddress } from '../../record/address.ts'
import type { ShowOwner } from '../../record/person-link.ts'
import { presentLinks, weekLinks } from './links.ts'
import { linkedCount, more } from './more.ts'

/** Renders the numbers of what happened in a week. */
export function happenedCards({ signals, tasks, meta, period }: ShownWeek): Html {
  const links = weekLinks(period)
  const counts = [
    { label: 'Decisions made', count: meta.decided, href: links.decided },
    { label: 'Verdicts reached', count: meta.verdicts.reached, href: links.reached },
    { label: 'Signals opened', count: signals.opened, href: links.opened },
    { label: 'Signals resolved', count: signals.resolved, href: links.resolved },
    { label: 'Tasks done', count: tasks.done, href: links.done },
  ]
  return cards(counts.map(({ count, ...card }) => ({ ...card, value: count.toLocaleString('en') })))
}

/** Renders the decisions that were made in a week, each with its reason. */
export function decidedPanel({ decided, meta, period }: ShownWeek, show: ShowOwner): Html {
  const list = decided.map(({ id, title, decision_type, owner, rationale }) => ({
    lead: badge(decision_type),
    title: visibleName({ id, name: title }),
    text: html`<span class="why">${rationale ?? 'No reason is stored.'}</span> <span class="owner">${show(owner)}</span>`,
    href: recordAddress('decisions', id),
  }))
  return panel(
    'decided',
    'Decided, and why',
    html`${items(list, 'Nothing was decided.')} ${more(meta.decided, decided.length, weekLinks(period).decided)}`,
  )
}

/** Renders the products that have not been changed for a while. */
export function untouchedPanel({ untouched, meta }: ShownWeek): Html {
  const list = untouched.map(({ id, name, portfolio_status, changed_at }) => ({
    lead: badge(portfolio_status),
    title: visibleName({ id, name }),
    text: html`last change ${timestamp(changed_at)}`,
    href: recordAddress('products', id),
  }))
  const none = `Every product of the status core or next was changed in the last ${untouchedDays} days.`
  return panel(
    'untouched',
    html`Not touched for ${untouchedDays} days: ${linkedCount(meta.untouched, presentLinks.untouched)}`,
    html`${items(list, none)} ${more(meta.untouched, untouched.length, presentLinks.untouched)}`,
  )
}
