import { z } from 'zod'
import { policyAllows } from '../../../src/access/policy.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { DecisionChange } from '../../../src/portfolio/decision/decision.ts'
import type { Decision } from '../../../src/portfolio/decision/decision-with-tasks.ts'
import { outcomes } from '../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { enumOf } from '../../../src/record/rules/enumeration.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { formControls } from '../form/controls.ts'
import { form } from '../form/form.ts'
import { actorAddress } from '../history/change-item.ts'
import { dueDay } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { inZone, timestamp } from '../html/time.ts'
import { valueBadge } from '../html/value.ts'
import type { RecordAction } from '../record/action.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import type { DetailContext, Row, RowContext } from '../record/record.ts'
import { withBack, withNext } from '../request/way-back.ts'

const OutcomeForm = z.object({
  outcome: enumOf(outcomes),
  outcome_note: DecisionChange.shape.outcome_note,
})
const recordLabel = phrase('decision.recordOutcome')

/** The actions by which a person judges a decision and takes the judgement back. */
export const outcomeActions = [
  {
    path: 'outcome',
    label: recordLabel,
    done: phrase('decision.judged'),
    confirm: phrase('decision.outcomeQuestion'),
    isOnPage: true,
    isPossible: ({ status }) => status !== 'cancelled',
    body: OutcomeForm,
    asChange: (input) => input,
  },
  {
    path: 'take-back',
    label: phrase('decision.takeBackOutcome'),
    done: phrase('decision.outcomeTakenBack'),
    confirm: phrase('decision.takeBackQuestion'),
    isPossible: ({ outcome }) => outcome !== null,
    asChange: () => ({ outcome: null }),
  },
] satisfies Omit<RecordAction, 'run'>[]

/** Returns whether a decision waits for a judgement: it is active, and the day of an expectation has passed. */
export function isVerdictDue({ status, outcome, expected }: Row, today: string): boolean {
  return (
    status === 'active' && outcome === null && (expected as Decision['expected']).some(({ by }) => by < today)
  )
}

/** Renders the day of the review of a decision. Once it is due, a link leads to the question how the decision turned out. */
export function reviewDay({ row, person, back }: RowContext): Html {
  const { id, title, status, review_at } = row as Decision
  const isOpen = status === 'active'
  const day = dueDay(review_at, isOpen)
  if (!isOpen || !policyAllows('write', person)) return day
  const address = withNext(`${recordAddress('decisions', id)}/outcome`, back ?? listAddress('decisions'))
  return html`${day} ${inZone(
    (zone) =>
      review_at <= todayIn(zone) &&
      html`<a class="button small" href=${address} aria-label=${t('decision.outcomeDoneOf', { title: visibleName({ id, name: title }) })}>${t('decision.outcomeDone')}</a>`,
  )}`
}

/** Renders what a person judged of a decision, with the form for it. */
export function outcomeSection(context: DetailContext): Html {
  const { outcome, outcome_note, judged_at, judged_by } = context.row as Decision
  const isDue = isVerdictDue(context.row, todayIn(context.zone))
  return html`
    <section class="part" aria-labelledby="outcome">
      <h2 id="outcome">${t('decision.outcome')}</h2>
      <p class="muted">${t('decision.outcomeAbout')}</p>
      ${
        outcome === null || judged_by === null || judged_at === null
          ? html`<p class=${isDue ? 'caution' : 'absent'}>${isDue ? t('decision.outcomeDue') : t('decision.notJudged')}</p>`
          : html`<dl class="values">
              <div><dt>${t('decision.outcome')}</dt><dd>${valueBadge(outcomes, outcome)}</dd></div>
              <div><dt>${t('decision.judgedBy')}</dt><dd><a href=${actorAddress(judged_by)}>${visibleName(judged_by)}</a>, ${timestamp(judged_at)}</dd></div>
              ${outcome_note === null ? null : html`<div class="long"><dt>${t('decision.outcomeNote')}</dt><dd class="text">${outcome_note}</dd></div>`}
            </dl>`
      }
      ${outcomeForm(context)}
    </section>
  `
}

function outcomeForm({ row, person, csrf, version, back }: DetailContext): Html {
  if (!policyAllows('write', person) || row.status === 'cancelled') return null
  const address = recordAddress('decisions', row.id)
  return form({
    action: withBack(`${address}/outcome`, back),
    csrf,
    controls: formControls(OutcomeForm),
    values: row,
    submit: recordLabel,
    version,
    prefix: 'judged',
  })
}
