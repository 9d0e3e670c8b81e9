import type { ShownWeek } from '../../../../src/catalog/week/read.ts'
import { untouchedDays } from '../../../../src/portfolio/untouched.ts'
import { decisionTypes, portfolioStatuses } from '../../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { type Html, html } from '../../html/html.ts'
import { cards, items, panel } from '../../html/panels.ts'
import { numberText, rich, t } from '../../html/text.ts'
import { timestamp } from '../../html/time.ts'
import { valueBadge } from '../../html/value.ts'
import { recordAddress } from '../../record/address.ts'
import type { ShowOwner } from '../../record/person-link.ts'
import { presentLinks, weekLinks } from './links.ts'
import { linkedCount, more } from './more.ts'

/** Renders the numbers of what happened in a week. */
export function happenedCards({ signals, tasks, meta, period }: ShownWeek): Html {
  const links = weekLinks(period)
  const counts = [
    { label: t('week.madeDecisions'), count: meta.decided, href: links.decided },
    { label: t('week.verdictsReached'), count: meta.verdicts.reached, href: links.reached },
    { label: t('week.signalsOpened'), count: signals.opened, href: links.opened },
    { label: t('week.signalsResolved'), count: signals.resolved, href: links.resolved },
    { label: t('week.tasksDone'), count: tasks.done, href: links.done },
  ]
  return cards(counts.map(({ count, ...card }) => ({ ...card, value: numberText(count) })))
}

/** Renders the decisions that were made in a week, each with its reason. */
export function decidedPanel({ decided, meta, period }: ShownWeek, show: ShowOwner): Html {
  const list = decided.map(({ id, title, decision_type, owner, rationale }) => ({
    lead: valueBadge(decisionTypes, decision_type),
    title: visibleName({ id, name: title }),
    text: html`<span class="why">${rationale ?? t('week.noReason')}</span> <span class="owner">${show(owner)}</span>`,
    href: recordAddress('decisions', id),
  }))
  return panel(
    'decided',
    t('week.decided'),
    html`${items(list, t('week.nothingDecided'))} ${more(meta.decided, decided.length, weekLinks(period).decided)}`,
  )
}

/** Renders the products that have not been changed for a while. */
export function untouchedPanel({ untouched, meta }: ShownWeek): Html {
  const list = untouched.map(({ id, name, portfolio_status, changed_at }) => ({
    lead: valueBadge(portfolioStatuses, portfolio_status),
    title: visibleName({ id, name }),
    text: rich('week.lastChange', { time: timestamp(changed_at) }),
    href: recordAddress('products', id),
  }))
  const none = t('week.allTouched', { days: untouchedDays })
  return panel(
    'untouched',
    rich('week.untouched', {
      days: untouchedDays,
      count: linkedCount(meta.untouched, presentLinks.untouched),
    }),
    html`${items(list, none)} ${more(meta.untouched, untouched.length, presentLinks.untouched)}`,
  )
}
