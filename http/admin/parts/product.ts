import { policyAllows } from '../../../src/access/policy.ts'
import { listBindingRules } from '../../../src/portfolio/canon-rule/read.ts'
import { readCompetitorsWithReviews } from '../../../src/portfolio/competitor-review/read.ts'
import type { Product } from '../../../src/portfolio/product/read.ts'
import { readStoreTruthSeries } from '../../../src/portfolio/store-truth/read.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { badge, display } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { counted, words } from '../html/words.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import type { DetailContext } from '../record/record.ts'
import { notApproved } from './canon-rule.ts'
import { productTimeline } from './timeline.ts'

const recentDays = 90

/** What the page of a product has besides its fields and lists. */
export const productParts = {
  firstPart: productTimeline,
  part: storeTruth,
  lastPart: marketAndRules,
  sections: [
    { id: 'truth', label: 'Store truth' },
    { id: 'competitors', label: 'Competitors' },
    { id: 'rules', label: 'Canon rules' },
  ],
}

async function storeTruth({ row, read, person, zone }: DetailContext): Promise<Html> {
  const inProduct = { product_id: row.id, from: todayIn(zone, -recentDays) }
  return latestTruth(await readStoreTruthSeries(read, inProduct), policyAllows('write', person))
}

/** Renders the competitors of a product and the rules that apply to it. */
async function marketAndRules({ row, read, person }: DetailContext): Promise<Html> {
  const { id, slug } = row as Product
  const [rules, competitors] = await Promise.all([
    listBindingRules(read, { binds_product: slug }),
    readCompetitorsWithReviews(read, { product_id: id }),
  ])
  return html`${competitorList(competitors, slug, policyAllows('write', person))} ${bindingRules(rules)}`
}

const scopeNames = { product: 'this product', direction: 'its direction', portfolio: 'the whole portfolio' }

function bindingRules(rules: Awaited<ReturnType<typeof listBindingRules>>): Html {
  return html`
    <section class="part" aria-labelledby="rules">
      <h2 id="rules">Canon rules that apply</h2>
      ${
        rules.length === 0
          ? html`<p class="absent">No canon rule applies to this product.</p>`
          : html`<ul class="rules panel">
              ${rules.map(
                ({ id, title, rule_type, scope, trusted }) => html`<li>
                  <a href=${recordAddress('canon-rules', id)}>${visibleName({ id, name: title })}</a>${' '}${badge(rule_type)}${' '}
                  ${trusted ? null : html`${notApproved}${' '}`}
                  <span class="muted">${`for ${scopeNames[scope]}`}</span>
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
          ${competitors.length > 0 ? html`<a href=${listAddress('competitors', { product_slug })}>All</a>` : null}
          ${mayWrite ? html`<a href=${listAddress('competitors/new', { product_slug })} aria-label="New competitor" class="add">New</a>` : null}
        </div>
      </div>
      ${competitors.length === 0 ? html`<p class="absent">No competitors yet</p>` : null}
      <div class="panels narrow">
        ${competitors.map(
          ({ id, name, relation, average_rating, reviews_count, latest_reviews }) => html`<div class="panel">
            <h3><a href=${recordAddress('competitors', id)}>${visibleName({ id, name })}</a>${' '}${relation ? badge(relation) : null}</h3>
            <p class="muted">
              ${average_rating === null ? 'No ratings' : `Rated ${average_rating} of 5 on average`}, ${counted(reviews_count, reviewLabel)}
            </p>
            <ul class="reviews">
              ${latest_reviews.map(
                (review) => html`<li>
                  <a href=${recordAddress('competitor-reviews', review.id)}>${review.reviewed_at}</a>
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

const shownFields = [
  'date',
  'title',
  'version',
  'rating',
  'ratings_count',
  'installs_band',
  'price',
  'status',
] as const
const numeric = new Set<string>(['rating', 'ratings_count'])

// Renders the latest store truth of each app of a product.
function latestTruth(series: Awaited<ReturnType<typeof readStoreTruthSeries>>, mayWrite: boolean): Html {
  return html`
    <section class="part" aria-labelledby="truth">
      <h2 id="truth">Store truth</h2>
      ${
        series.length === 0
          ? html`<p class="absent">Nothing was recorded in the last 90 days. ${mayWrite ? html`<a href=${listAddress('store-truth/import')}>Import store truth</a>` : null}</p>`
          : truthTable(series)
      }
    </section>
  `
}

function truthTable(series: Awaited<ReturnType<typeof readStoreTruthSeries>>): Html {
  return html`
    <div class="table" tabindex="0" role="region" aria-label="Latest store truth of each app">
      <table>
        <thead>
          <tr>
            <th scope="col">App</th>
            ${shownFields.map((name) => html`<th scope="col" class=${numeric.has(name) ? 'number' : undefined}>${words(name)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${series.map(({ app_id, app_name, platform, points }) => {
            const last = points.at(-1)
            return html`<tr>
              <th scope="row"><a href=${recordAddress('apps', app_id)}>${app_name}, ${platform}</a></th>
              ${shownFields.map((name) => html`<td class=${numeric.has(name) ? 'number' : undefined}>${display(name, last?.[name], name === 'status')}</td>`)}
            </tr>`
          })}
        </tbody>
      </table>
    </div>
  `
}
