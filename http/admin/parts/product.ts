import { policyAllows } from '../../../src/access/policy.ts'
import { readProductHead } from '../../../src/catalog/map/product-head.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { listBindingRules } from '../../../src/portfolio/canon-rule/read.ts'
import { readCompetitorsWithReviews } from '../../../src/portfolio/competitor-review/read.ts'
import type { Product } from '../../../src/portfolio/product/read.ts'
import { readStoreTruthSeries } from '../../../src/portfolio/store-truth/read.ts'
import { StoredStoreTruth } from '../../../src/portfolio/store-truth/store-truth.ts'
import {
  appPlatforms,
  competitorRelations,
  ruleTypes,
  storeStatuses,
} from '../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { display } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { section } from '../html/section.ts'
import { numberText, t } from '../html/text.ts'
import { dayText } from '../html/time.ts'
import { severityBadge, valueBadge, valueLabel } from '../html/value.ts'
import { fieldLabel } from '../html/words.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { userLink } from '../record/person-link.ts'
import type { DetailContext } from '../record/record.ts'
import { notApproved } from './canon-rule.ts'
import { productTimeline } from './timeline.ts'

const recentDays = 90

/** What the page of a product has besides its fields and lists. */
export const productParts = {
  lead: { fields: ['health_state', 'next_step'], more: worstAndOwners },
  firstPart: productTimeline,
  part: storeTruth,
  lastPart: marketAndRules,
  sections: [
    { id: 'truth', label: phrase('storeTruth.list') },
    { id: 'competitors', label: phrase('competitor.list') },
    { id: 'rules', label: phrase('canonRule.list') },
  ],
}

async function worstAndOwners({ row, read, person }: DetailContext): Promise<Html> {
  const { worst, owners } = await readProductHead(read, { product_id: row.id })
  return html`
    <div>
      <dt>${t('product.worstSignal')}</dt>
      <dd>
        ${worst ? html`${severityBadge(worst.severity, worst.signal_type)} <a href=${recordAddress('signals', worst.id)}>${visibleName({ id: worst.id, name: worst.title })}</a>` : t('product.noneUnresolved')}
      </dd>
    </div>
    <div>
      <dt>${t('product.owners', { count: Math.max(1, owners.length) })}</dt>
      <dd>${owners.length > 0 ? owners.map((owner, index) => html`${index > 0 ? ', ' : null}${userLink(owner, person)}`) : t('product.noOwner')}</dd>
    </div>
  `
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

const scopes = {
  product: 'product.ruleForProduct',
  direction: 'product.ruleForDirection',
  portfolio: 'product.ruleForPortfolio',
} as const

function bindingRules(rules: Awaited<ReturnType<typeof listBindingRules>>): Html {
  const list = html`<ul class="rules panel">
    ${rules.map(
      ({ id, title, rule_type, scope, trusted }) => html`<li>
        <a href=${recordAddress('canon-rules', id)}>${visibleName({ id, name: title })}</a>${' '}${valueBadge(ruleTypes, rule_type)}${' '}
        ${trusted ? null : html`${notApproved}${' '}`}
        <span class="muted">${t(scopes[scope])}</span>
      </li>`,
    )}
  </ul>`
  return section({
    id: 'rules',
    title: t('product.rules'),
    content: rules.length === 0 ? null : list,
    absent: t('product.noRules'),
  })
}

function competitorList(
  competitors: Awaited<ReturnType<typeof readCompetitorsWithReviews>>,
  product_slug: string,
  mayWrite: boolean,
): Html {
  const links = html`
    ${competitors.length > 0 ? html`<a href=${listAddress('competitors', { product_slug })}>${t('product.allCompetitors')}</a>` : null}
    ${mayWrite ? html`<a href=${listAddress('competitors/new', { product_slug })} aria-label=${t('competitor.new')} class="add">${t('product.addCompetitor')}</a>` : null}
  `
  const list = html`<div class="panels narrow">
    ${competitors.map(
      ({ id, name, relation, average_rating, reviews_count, latest_reviews }) => html`<div class="panel">
        <h3><a href=${recordAddress('competitors', id)}>${visibleName({ id, name })}</a>${' '}${relation ? valueBadge(competitorRelations, relation) : null}</h3>
        <p class="muted">
          ${
            average_rating === null
              ? t('competitor.notRated', { count: reviews_count })
              : t('competitor.rated', { rating: numberText(average_rating), count: reviews_count })
          }
        </p>
        <ul class="reviews">
          ${latest_reviews.map(
            (review) => html`<li>
              <a href=${recordAddress('competitor-reviews', review.id)}>${dayText(review.reviewed_at)}</a>
              ${review.rating === null ? null : html`<span class="muted"> ${t('competitorReview.rating', { rating: review.rating })}</span>`}
              <p class="text">${review.body}</p>
            </li>`,
          )}
        </ul>
      </div>`,
    )}
  </div>`
  const content = competitors.length === 0 ? null : list
  return section({
    id: 'competitors',
    title: t('competitor.list'),
    links,
    content,
    absent: t('competitor.noneHere'),
  })
}

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
  return section({
    id: 'truth',
    title: t('storeTruth.list'),
    links: mayWrite
      ? html`<a href=${listAddress('store-truth/import')}>${t('product.importTruth')}</a>`
      : null,
    content: series.length === 0 ? null : truthTable(series),
    absent: t('product.noTruth', { days: recentDays }),
  })
}

function truthTable(series: Awaited<ReturnType<typeof readStoreTruthSeries>>): Html {
  return html`
    <div class="table" tabindex="0" role="region" aria-label=${t('product.latestTruth')}>
      <table>
        <thead>
          <tr>
            <th scope="col">${t('app.name')}</th>
            ${shownFields.map((name) => html`<th scope="col" class=${numeric.has(name) ? 'number' : undefined}>${fieldLabel(name, StoredStoreTruth)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${series.map(({ app_id, app_name, platform, points }) => {
            const last = points.at(-1)
            return html`<tr>
              <th scope="row"><a href=${recordAddress('apps', app_id)}>${app_name}, ${valueLabel(appPlatforms, platform)}</a></th>
              ${shownFields.map((name) => html`<td class=${numeric.has(name) ? 'number' : undefined}>${display(name, last?.[name], name === 'status' ? storeStatuses : undefined)}</td>`)}
            </tr>`
          })}
        </tbody>
      </table>
    </div>
  `
}
