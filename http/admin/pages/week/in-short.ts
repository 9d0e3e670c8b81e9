import type { MappedProduct } from '../../../../src/catalog/map/read.ts'
import type { ShownWeek } from '../../../../src/catalog/week/read.ts'
import { untouchedDays } from '../../../../src/portfolio/untouched.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { usualDays } from '../../../../src/record/rules/period.ts'
import { type Html, html } from '../../html/html.ts'
import { counted } from '../../html/words.ts'
import { expectationSentence } from '../../parts/expectation-sentence.ts'
import { recordAddress } from '../../record/address.ts'
import { measuredIn, presentLinks, weekLinks } from './links.ts'
import { moverName } from './movers.ts'
import { verdictOf } from './verdicts.ts'

const maxSentences = 4
// A smaller fall may be chance.
const leastFall = 0.1
const verdict = { singular: 'verdict', plural: 'verdicts' }
const signal = { singular: 'critical signal', plural: 'critical signals' }
const change = { singular: 'change', plural: 'changes' }
const decision = { singular: 'decision', plural: 'decisions' }

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
    <h2 id="short">In short</h2>
    <ul>${shown.map((sentence) => html`<li>${sentence}</li>`)}</ul>
  </section>`
}

// A decision that did not do what was expected is named before others.
function verdictSentence({ verdicts: { due }, meta }: ShownWeek, today: string): Html | undefined {
  const named = due.find(({ expected }) => verdictOf(expected) === 'not-met') ?? due[0]
  if (!named) return undefined
  const expectation =
    named.expected.find(({ verdict }) => verdict === verdictOf(named.expected)) ?? named.expected[0]
  const total = meta.verdicts.due
  return html`<a href=${presentLinks.verdicts}>${counted(total, verdict)}</a> ${total === 1 ? 'is' : 'are'} due:${' '}
    <a href=${recordAddress('decisions', named.id)}>${visibleName({ id: named.id, name: named.title })}</a>.${' '}
    ${expectation && `${expectationSentence(expectation, today)}.`}`
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
  return html`<a href=${recordAddress('products', product.slug)}>${visibleName({ id: product.id, name: product.name })}</a>${' '}
    has not been touched for ${untouchedDays} days, while its clicks fell by ${percent} % in ${usualDays} days, from${' '}
    ${fallen.previous.toLocaleString('en')} to ${fallen.current.toLocaleString('en')}.`
}

// A growth point does no harm, so that the newest problem or risk is named.
function criticalSentence({ signals, meta }: ShownWeek): Html | undefined {
  const { unresolved_critical: rows } = signals
  const named = rows.find(({ signal_type }) => signal_type !== 'growth-point') ?? rows[0]
  if (!named) return undefined
  const total = meta.signals.unresolved_critical
  return html`<a href=${presentLinks.critical}>${counted(total, signal)}</a>${' '}
    ${total === 1 ? 'is' : 'are'} unresolved, such as${' '}
    <a href=${recordAddress('signals', named.id)}>${visibleName({ id: named.id, name: named.title })}</a>.`
}

function moverSentence({
  movers: [largest],
  period: { measured, compared_with },
}: ShownWeek): Html | undefined {
  if (!largest || !measured || !compared_with) return undefined
  const { previous, current, change, change_percent } = largest
  const verb = (change ?? 0) > 0 ? 'rose' : 'fell'
  const percent = change_percent === null ? '' : ` by ${Math.abs(change_percent).toLocaleString('en')} %`
  return html`${moverName(largest)}: ${verb}${percent}, from${' '}
    <a href=${measuredIn(largest, compared_with)}>${previous?.toLocaleString('en')}</a> to${' '}
    <a href=${measuredIn(largest, measured)}>${current?.toLocaleString('en')}</a>.`
}

function undoneSentence({ agents, period }: ShownWeek): Html | undefined {
  const [most] = agents.filter(({ undone }) => undone > 0).toSorted((one, other) => other.undone - one.undone)
  if (!most) return undefined
  return html`<a href=${weekLinks(period).ofAgent(most).undone}>${counted(most.undone, change)}</a> of the agent${' '}
    ${visibleName(most.actor)} ${most.undone === 1 ? 'was' : 'were'} undone.`
}

function decidedSentence({ decided: [newest], meta, period }: ShownWeek): Html | undefined {
  if (!newest) return undefined
  return html`<a href=${weekLinks(period).decided}>${counted(meta.decided, decision)}</a>${' '}
    ${meta.decided === 1 ? 'was' : 'were'} made, the newest:${' '}
    <a href=${recordAddress('decisions', newest.id)}>${visibleName({ id: newest.id, name: newest.title })}</a>.`
}
