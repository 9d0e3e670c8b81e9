import { policyAllows } from '../../../src/access/policy.ts'
import { measuredRecord } from '../../../src/catalog/changed-values.ts'
import { type RecordTitles, readTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import type { Decision } from '../../../src/portfolio/decision/decision-with-tasks.ts'
import {
  type MeasuredDay,
  measureExpectations,
  readExpectedDays,
} from '../../../src/portfolio/decision/measure.ts'
import type { MeasuredExpectation } from '../../../src/portfolio/decision/measurement.ts'
import { verdicts } from '../../../src/portfolio/vocabulary.ts'
import { dayIn, todayIn } from '../../../src/record/time-zone.ts'
import { type Html, html } from '../html/html.ts'
import { numberText, t } from '../html/text.ts'
import { dayText } from '../html/time.ts'
import { valueBadge } from '../html/value.ts'
import { recordAddress } from '../record/address.ts'
import type { DetailContext } from '../record/record.ts'
import { distinctTitle, titleLink } from '../record/record-link.ts'
import { withBack } from '../request/way-back.ts'
import { expectationPlot, isIn } from './expectation-plot.ts'
import { expectationSentence, measuredOf } from './expectation-sentence.ts'

/** Renders each expectation of a decision: its verdict, and what was measured as a sentence and as a plot. */
export async function expectationSection({ row, read, zone, person, back }: DetailContext): Promise<Html> {
  const decision = row as Decision
  const { id, expected, created_at, status } = decision
  const [measured = []] = await measureExpectations(read, [decision], zone)
  const [days, titles] = await Promise.all([
    readExpectedDays(read, measured),
    readTitles(read, expected.map(measuredRecord)),
  ])
  const shown = { decided: dayIn(zone, created_at), today: todayIn(zone), titles }
  const mayState = status === 'active' && policyAllows('write', person)
  const edit = withBack(`${recordAddress('decisions', id)}/edit`, back)
  return html`
    <section class="part" aria-labelledby="expectations">
      <h2 id="expectations">${t('expectation.list')}</h2>
      ${
        measured.length === 0
          ? html`<p class="absent">
              ${t('expectation.none')}
              ${mayState && html` <a href=${`${edit}#field-expected`}>${t('expectation.state')}</a>`}
            </p>`
          : measured.map((one, index) => article(one, days[index] ?? [], shown))
      }
    </section>
  `
}

type Shown = { decided: string; today: string; titles: RecordTitles }

function article(
  expectation: MeasuredExpectation,
  days: readonly MeasuredDay[],
  { decided, today, titles }: Shown,
): Html {
  const { verdict, before_days, after_days } = expectation
  const subject = measuredRecord(expectation)
  const found = titles.get(recordKey(subject))
  const name = found ? distinctTitle(subject.record_type, found) : `#${subject.record_id}`
  const clickDays = {
    before: days.filter(isIn(before_days)).length,
    after: days.filter(isIn(after_days)).length,
  }
  return html`
    <article class="expectation">
      <p>${valueBadge(verdicts, verdict)} ${expectationSentence(expectation, today, clickDays)}</p>
      <p class="muted">${titleLink(subject, found)}: ${beforeAndAfter(expectation)}</p>
      ${expectationPlot(expectation, { title: t('expectation.plotTitle', { measured: measuredOf(expectation), name }), decided, days })}
    </article>
  `
}

function beforeAndAfter(expectation: MeasuredExpectation): string {
  const { before, after, before_days, after_days } = expectation
  const value = (number: number | null) =>
    number === null ? t('expectation.nothing') : numberText(number, 3)
  return t('expectation.beforeAndAfter', {
    before: value(before),
    beforeFrom: dayText(before_days.from),
    beforeTo: dayText(before_days.to),
    after: value(after),
    afterFrom: dayText(after_days.from),
    afterTo: dayText(after_days.to),
  })
}
