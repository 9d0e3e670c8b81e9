import type { MeasuredDecision, ShownWeek } from '../../../../src/catalog/week/read.ts'
import { outcomes, verdicts as verdictValues } from '../../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { type Html, html } from '../../html/html.ts'
import { items, panel } from '../../html/panels.ts'
import { t } from '../../html/text.ts'
import { valueBadge } from '../../html/value.ts'
import { expectationSentence } from '../../parts/expectation-sentence.ts'
import { recordAddress } from '../../record/address.ts'
import type { ShowOwner } from '../../record/person-link.ts'
import { presentLinks, weekLinks } from './links.ts'
import { more } from './more.ts'

/** Renders the decisions whose verdict is due, each with what became of its expectations. Nothing if none is. */
export function duePanel({ verdicts: { due }, meta }: ShownWeek, today: string, show: ShowOwner): Html {
  if (due.length === 0) return null
  return panel(
    'due',
    t('week.verdictsDue'),
    html`${verdictList(due, today, show)} ${more(meta.verdicts.due, due.length, presentLinks.verdicts)}`,
  )
}

/** Renders the decisions that expected something by a day of the week that has passed. Nothing if none did. */
export function reachedPanel(
  { verdicts: { reached }, meta, period }: ShownWeek,
  today: string,
  show: ShowOwner,
): Html {
  if (reached.length === 0) return null
  return panel(
    'reached',
    t('week.verdictsReached'),
    html`${verdictList(reached, today, show)} ${more(meta.verdicts.reached, reached.length, weekLinks(period).reached)}`,
  )
}

function verdictList(decisions: MeasuredDecision[], today: string, show: ShowOwner): Html {
  const list = decisions.map(({ id, title, owner, outcome, expected }) => ({
    lead: outcome === null ? valueBadge(verdictValues, verdictOf(expected)) : valueBadge(outcomes, outcome),
    title: visibleName({ id, name: title }),
    text: html`${expected.map((one) => html`<span class="why">${`${expectationSentence(one, today)}.`}</span>`)}
      <span class="owner">${show(owner)}</span>`,
    href: recordAddress('decisions', id),
  }))
  return items(list, '')
}

/** Returns the verdict that says most about a decision: an expectation that was not met before all others. */
export function verdictOf(expected: MeasuredDecision['expected']) {
  const verdicts = expected.map(({ verdict }) => verdict)
  const order = ['not-met', 'unclear', 'met', 'pending'] as const
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'pending'
}
