import { policyAllows } from '../../../src/access/policy.ts'
import { listBindingRules } from '../../../src/portfolio/canon-rule/read.ts'
import { isTrusted } from '../../../src/portfolio/canon-rule/trust.ts'
import { readCompetitorsWithReviews } from '../../../src/portfolio/competitor/with-reviews.ts'
import { latestDecisions } from '../../../src/portfolio/decision/read.ts'
import { readPositionSeries } from '../../../src/portfolio/keyword-position/series.ts'
import type { Product } from '../../../src/portfolio/product/read.ts'
import { readStoreTruthSeries } from '../../../src/portfolio/store-truth/series.ts'
import { daysFromToday } from '../../../src/record/day.ts'
import { badge } from '../display.ts'
import { type Html, html } from '../html.ts'
import type { DetailContext } from '../record.ts'
import { counted } from '../words.ts'
import { positionPlot, storeTruthPlot } from './product-plots.ts'

const markedDecisions = 20
const plottedDays = 90

/** Renders what the fields and lists of a product do not show: its market, its rules, and what the stores show. */
export async function productPart({ row, read, person }: DetailContext): Promise<Html> {
  const { id, slug, direction_id } = row as Product
  const mayWrite = policyAllows('write', person)
  const inProduct = { product_id: id, from: daysFromToday(-plottedDays) }
  const [decisions, rules, competitors, positions, truth] = await Promise.all([
    latestDecisions(read, { product_slug: slug }, markedDecisions),
    listBindingRules(read, { id, direction_id }),
    readCompetitorsWithReviews(read, { product_id: id }),
    readPositionSeries(read, inProduct),
    readStoreTruthSeries(read, inProduct),
  ])
  return html`
    ${positionPlot(positions, decisions, mayWrite)} ${storeTruthPlot(truth, decisions, mayWrite)}
    ${bindingRules(rules)} ${competitorList(competitors, slug, mayWrite)}
  `
}

function bindingRules(rules: Awaited<ReturnType<typeof listBindingRules>>): Html {
  return html`
    <section class="part" aria-labelledby="rules">
      <h2 id="rules">Canon rules that apply</h2>
      ${
        rules.length === 0
          ? html`<p class="absent">No canon rule applies to this product.</p>`
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

function competitorList(
  competitors: Awaited<ReturnType<typeof readCompetitorsWithReviews>>,
  product_slug: string,
  mayWrite: boolean,
): Html {
  return html`
    <section class="part" aria-labelledby="competitors">
      <div class="head">
        <h2 id="competitors">Competitors</h2>
        <div class="buttons">
          <a href=${`/admin/competitors?product_slug=${product_slug}`}>All</a>
          ${mayWrite ? html`<a href=${`/admin/competitors/new?product_slug=${product_slug}`} aria-label="New competitor">New</a>` : null}
        </div>
      </div>
      ${competitors.length === 0 ? html`<p class="absent">None</p>` : null}
      <div class="panels">
        ${competitors.map(
          ({ id, name, relation, average_rating, reviews_count, latest_reviews }) => html`<div class="panel">
            <h3><a href=${`/admin/competitors/${id}`}>${name}</a> ${relation ? badge(relation) : null}</h3>
            <p class="muted">
              ${average_rating === null ? 'No ratings' : `${average_rating} of 5`} in ${counted(reviews_count, reviewLabel)}
            </p>
            <ul class="reviews">
              ${latest_reviews.map(
                (review) => html`<li>
                  <a href=${`/admin/competitor-reviews/${review.id}`}>${review.reviewed_at}</a>
                  ${review.rating === null ? null : html`<span class="muted"> ${review.rating} of 5</span>`}
                  <p class="text">${review.body}</p>
                </li>`,
              )}
            </ul>
          </div>`,
        )}
      </div>
    </section>
  `
}

const reviewLabel = { singular: 'review', plural: 'reviews' }
