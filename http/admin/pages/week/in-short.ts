import type { MappedProduct } from '../../../../src/catalog/map/read.ts'
import type { ShownWeek } from '../../../../src/catalog/week/read.ts'
import { untouchedDays } from '../../../../src/portfolio/untouched.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { usualDays } from '../../../../src/record/rules/period.ts'
import { type Html, html } from '../../html/html.ts'
import { linkTo } from '../../html/link-to.ts'
import { rich, t } from '../../html/text.ts'
import { expectationSentence } from '../../parts/expectation-sentence.ts'
import { recordAddress } from '../../record/address.ts'
import { measuredIn, presentLinks, weekLinks } from './links.ts'
import { moverName } from './movers.ts'
import { verdictOf } from './verdicts.ts'

const maxSentences = 4
// A smaller fall may be chance.
const leastFall = 0.1

/** Renders the sentences that matter most about a week: what failed first, then what changed. */
export function inShort(week: ShownWeek, products: readonly MappedProduct[], today: string): Html {
  const sentences = [
    verdictSentence(week, today),
    undoneSentence(week),
    untouchedSentence(week, products),
    criticalSentence(week),
    moverSentence(week),
    decidedSentence(week),
  ]
  const shown = sentences.filter((sentence) => sentence !== undefined).slice(0, maxSentences)
  if (shown.length === 0) return null
  return html`<section class="part in-short" aria-labelledby="short">
    <h2 id="short">${t('week.inShort')}</h2>
    <ul>${shown.map((sentence) => html`<li>${sentence}</li>`)}</ul>
  </section>`
}

// A decision that did not do what was expected is named before others.
function verdictSentence({ verdicts: { due }, meta }: ShownWeek, today: string): Html | undefined {
  const named = due.find(({ expected }) => verdictOf(expected) === 'not-met') ?? due[0]
  if (!named) return undefined
  const expectation =
    named.expected.find(({ verdict }) => verdict === verdictOf(named.expected)) ?? named.expected[0]
  const sentence = rich('week.verdictsAreDue', {
    count: meta.verdicts.due,
    title: visibleName({ id: named.id, name: named.title }),
    verdicts: linkTo(presentLinks.verdicts),
    decision: linkTo(recordAddress('decisions', named.id)),
  })
  return html`${sentence} ${expectation && `${expectationSentence(expectation, today)}.`}`
}

// The largest fall of clicks of a product that was not changed is named, because no other list of the week shows it.
function untouchedSentence({ untouched }: ShownWeek, products: readonly MappedProduct[]): Html | undefined {
  const fallen = products
    .filter(({ id }) => untouched.some((product) => product.id === id))
    .flatMap(({ slug, clicks }) =>
      clicks ? [{ slug, fall: clicks.previous - clicks.current, ...clicks }] : [],
    )
    .toSorted((one, other) => other.fall - one.fall)
    .find(({ fall, previous }) => fall / previous >= leastFall)
  const product = untouched.find(({ slug }) => slug === fallen?.slug)
  if (!fallen || !product) return undefined
  const percent = Math.round((fallen.fall / fallen.previous) * 100)
  return rich('week.clicksFellUntouched', {
    name: visibleName({ id: product.id, name: product.name }),
    days: untouchedDays,
    percent,
    period: usualDays,
    before: fallen.previous,
    now: fallen.current,
    product: linkTo(recordAddress('products', product.slug)),
  })
}

// A growth point does no harm, so that the newest problem or risk is named.
function criticalSentence({ signals, meta }: ShownWeek): Html | undefined {
  const { unresolved_critical: rows } = signals
  const named = rows.find(({ signal_type }) => signal_type !== 'growth-point') ?? rows[0]
  if (!named) return undefined
  return rich('week.criticalUnresolved', {
    count: meta.signals.unresolved_critical,
    title: visibleName({ id: named.id, name: named.title }),
    signals: linkTo(presentLinks.critical),
    signal: linkTo(recordAddress('signals', named.id)),
  })
}

function moverSentence({
  movers: [largest],
  period: { measured, compared_with },
}: ShownWeek): Html | undefined {
  if (!largest || !measured || !compared_with) return undefined
  const { previous, current, change, change_percent } = largest
  const isRise = (change ?? 0) > 0
  const moved = {
    subject: moverName(largest),
    previous: previous ?? 0,
    current: current ?? 0,
    before: linkTo(measuredIn(largest, compared_with)),
    now: linkTo(measuredIn(largest, measured)),
  }
  if (change_percent === null) return rich(isRise ? 'week.rose' : 'week.fell', moved)
  return rich(isRise ? 'week.roseBy' : 'week.fellBy', { ...moved, percent: Math.abs(change_percent) })
}

function undoneSentence({ agents, period }: ShownWeek): Html | undefined {
  const [most] = agents.filter(({ undone }) => undone > 0).toSorted((one, other) => other.undone - one.undone)
  if (!most) return undefined
  return rich('week.changesUndone', {
    count: most.undone,
    agent: visibleName(most.actor),
    changes: linkTo(weekLinks(period).ofAgent(most).undone),
  })
}

function decidedSentence({ decided: [newest], meta, period }: ShownWeek): Html | undefined {
  if (!newest) return undefined
  return rich('week.decisionsMade', {
    count: meta.decided,
    title: visibleName({ id: newest.id, name: newest.title }),
    decisions: linkTo(weekLinks(period).decided),
    decision: linkTo(recordAddress('decisions', newest.id)),
  })
}
