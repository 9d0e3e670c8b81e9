import type { Read } from '../../../src/database/read.ts'
import { latestApps } from '../../../src/portfolio/app/read.ts'
import { listBindingRules } from '../../../src/portfolio/canon-rule/read.ts'
import { isTrusted } from '../../../src/portfolio/canon-rule/trust.ts'
import { readCompetitorsWithReviews } from '../../../src/portfolio/competitor/with-reviews.ts'
import { latestDecisions } from '../../../src/portfolio/decision/read.ts'
import { latestEconomics } from '../../../src/portfolio/economics/read.ts'
import { latestInsights } from '../../../src/portfolio/insight/read.ts'
import { readPositionSeries } from '../../../src/portfolio/keyword-position/series.ts'
import type { Product } from '../../../src/portfolio/product/read.ts'
import { latestSignals } from '../../../src/portfolio/signal/read.ts'
import { readStoreTruthSeries } from '../../../src/portfolio/store-truth/series.ts'
import { daysFromToday } from '../../../src/record/day.ts'
import { fieldList } from '../detail.ts'
import { badge, display } from '../display.ts'
import { type Html, html } from '../html.ts'
import type { DetailContext } from '../record.ts'
import { relatedList } from '../related.ts'
import { positionPlot, storeTruthPlot } from './product-plots.ts'

const shownRecords = 10
const shownApps = 50
const plottedDays = 90

/** Renders the whole picture of a product: its fields, what is known about it, its market and its rules. */
export async function productDetail({ pages, row, read, mayWrite, pagesOf }: DetailContext): Promise<Html> {
  const product = row as Product
  const { apps, signals, insights, economics, decisions, rules, competitors, positions, truth } =
    await everythingOf(read, product)
  const of = { product_slug: product.slug }
  const list = (collection: string, rows: { id: number }[]) =>
    relatedList(pagesOf(collection), of, rows, { mayCreate: mayWrite })
  return html`
    ${fieldList(pages, row, mayWrite)} ${list('apps', apps)} ${list('signals', signals)}
    ${positionPlot(positions, decisions)} ${storeTruthPlot(truth, decisions)} ${list('decisions', decisions)}
    ${list(
      'tasks',
      decisions.flatMap(({ tasks }) => tasks),
    )} ${list('insights', insights)}
    ${list('economics', economics)} ${bindingRules(rules)} ${list('competitors', competitors)}
    ${latestReviews(competitors)}
  `
}

async function everythingOf(read: Read, { id, slug, direction_id }: Product) {
  const of = { product_slug: slug }
  const inProduct = { product_id: id, from: daysFromToday(-plottedDays) }
  const [apps, signals, insights, economics, decisions, rules, competitors, positions, truth] =
    await Promise.all([
      latestApps(read, of, shownApps),
      latestSignals(read, of, shownRecords),
      latestInsights(read, of, shownRecords),
      latestEconomics(read, of, shownRecords),
      latestDecisions(read, of, shownRecords),
      listBindingRules(read, { id, direction_id }),
      readCompetitorsWithReviews(read, { product_id: id }),
      readPositionSeries(read, inProduct),
      readStoreTruthSeries(read, inProduct),
    ])
  return { apps, signals, insights, economics, decisions, rules, competitors, positions, truth }
}

function bindingRules(rules: Awaited<ReturnType<typeof listBindingRules>>): Html {
  return html`
    <section class="part" aria-labelledby="rules">
      <h2 id="rules">Binding canon rules</h2>
      ${
        rules.length === 0
          ? html`<p class="absent">No rule binds this product.</p>`
          : html`<ul class="rules panel">
              ${rules.map(
                ({ id, title, rule_type, product_id, direction_id, status, approved_by }) => html`<li>
                  <a href=${`/admin/canon-rules/${id}`}>${title}</a> ${badge(rule_type)}
                  <span class="muted">
                    ${product_id ? 'this product' : direction_id ? 'its direction' : 'the whole portfolio'}${isTrusted({ status, approved_by }) ? '' : ', not approved'}
                  </span>
                </li>`,
              )}
            </ul>`
      }
    </section>
  `
}

function latestReviews(competitors: Awaited<ReturnType<typeof readCompetitorsWithReviews>>): Html {
  const reviews = competitors.flatMap(({ name, latest_reviews }) =>
    latest_reviews.map((review) => ({ ...review, competitor: name })),
  )
  if (reviews.length === 0) return null
  return html`
    <section class="part" aria-labelledby="reviews">
      <h2 id="reviews">Latest reviews of competitors</h2>
      <ul class="reviews panel">
        ${reviews.map(
          ({ id, competitor, rating, body, reviewed_at }) => html`<li>
            <a href=${`/admin/competitor-reviews/${id}`}>${competitor}</a>
            <span class="muted">${rating === null ? '' : ` ${rating} of 5`} · ${display('reviewed_at', reviewed_at)}</span>
            <p class="text">${body}</p>
          </li>`,
        )}
      </ul>
    </section>
  `
}
