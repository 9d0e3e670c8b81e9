import type { FastifyReply, FastifyRequest } from 'fastify'
import { type MappedProduct, readMap } from '../../../../src/catalog/map/read.ts'
import { portfolioStatuses } from '../../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { values } from '../../../../src/record/rules/enumeration.ts'
import { usualDays } from '../../../../src/record/rules/period.ts'
import { todayIn } from '../../../../src/record/time-zone.ts'
import type { Server } from '../../../server/server.ts'
import { absent } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { numberText, t } from '../../html/text.ts'
import { valueBadge, valueLabel } from '../../html/value.ts'
import { fieldLabel } from '../../html/words.ts'
import { compareAddress, compareButton } from '../../parts/compare-form.ts'
import { listAddress, recordAddress } from '../../record/address.ts'
import { sendPage } from '../../request/reply.ts'
import { changeOf, maxSize, overdueOf, stateOf, tileSizes, whyOf } from './tile.ts'

const statuses = values(portfolioStatuses)

/** Registers the portfolio map: every product by direction and status, with how it is. */
export function mapPage(app: Server): void {
  app.get('/map', showMap)
}

async function showMap(request: FastifyRequest, reply: FastifyReply) {
  const { readReplica, config } = request.server
  const products = await readMap(readReplica, todayIn(config.TIME_ZONE))
  const content = () => html`
    <div>
      <h1>${t('layout.map')}</h1>
      <p class="about">
        ${t('map.about', { days: usualDays })}
      </p>
    </div>
    ${products.length === 0 ? html`<p class="empty">${t('product.none')}</p>` : map(products)}
  `
  return sendPage(request, reply, { title: t('layout.map'), content })
}

function map(products: MappedProduct[]): Html {
  return html`
    <form method="get" action=${compareAddress} class="map-area">
      ${mapGrid(products)}
      <div class="map-foot">${compareButton}</div>
    </form>
    ${mapTable(products)}
  `
}

/** Renders the products of the map as tiles, in a row for each direction and a column for each status. */
export function mapGrid(products: MappedProduct[]): Html {
  const sizes = tileSizes(products)
  return html`<div class="map">
    <div class="map-heads" aria-hidden="true">
      <span>${t('direction.name')}</span>
      ${statuses.map((status) => html`<span>${valueLabel(portfolioStatuses, status)}</span>`)}
    </div>
    ${[...Map.groupBy(products, ({ direction }) => direction.id).values()].map((ofDirection) => mapRow(ofDirection, sizes))}
  </div>`
}

function mapRow(products: MappedProduct[], sizes: ReadonlyMap<number, number>): Html {
  const direction = products[0]?.direction
  if (!direction) return null
  const heading = `direction-${direction.id}`
  return html`<section class="map-row" aria-labelledby=${heading}>
    <h2 id=${heading}><a href=${recordAddress('directions', direction.id)}>${visibleName(direction)}</a></h2>
    ${statuses.map((status) => {
      const tiles = products.filter(({ portfolio_status }) => portfolio_status === status)
      if (tiles.length === 0) return html`<div class="map-cell is-empty"></div>`
      return html`<div class="map-cell">
        <h3>${valueLabel(portfolioStatuses, status)}</h3>
        <ul>
          ${tiles.toSorted(largestFirst(sizes)).map((product) => mapTile(product, sizes.get(product.id) ?? 1))}
        </ul>
      </div>`
    })}
  </section>`
}

function largestFirst(sizes: ReadonlyMap<number, number>) {
  return (one: MappedProduct, other: MappedProduct) => (sizes.get(other.id) ?? 1) - (sizes.get(one.id) ?? 1)
}

/** Returns the class of a tile: the kind and severity of its worst unresolved signal. A growth point does no harm. */
function toneOf({ worst }: Pick<MappedProduct, 'worst'>): string {
  if (!worst) return 'calm'
  return worst.signal_type === 'growth-point' ? 'growth' : worst.severity
}

// Returns the language that decides where a name is hyphenated, if it is not that of the page.
function languageOf(name: string): 'ru' | undefined {
  return /\p{Script=Cyrillic}/u.test(name) ? 'ru' : undefined
}

// Renders a product on the map. The sentence why appears on hover and focus, and describes the link.
function mapTile(product: MappedProduct, size: number): Html {
  const { id, is_favorite, direction } = product
  const change = changeOf(product)
  const overdue = overdueOf(product)
  const why = `why-${id}`
  return html`<li class=${`tile size-${size} is-${toneOf(product)}`}>
    <div class="tile-head">
      <a href=${recordAddress('products', id)} aria-describedby=${why} lang=${languageOf(product.name)}>${is_favorite ? html`<span aria-hidden="true">★ </span>` : null}${visibleName(product)}</a>
      <input type="checkbox" name="ids" value=${id} aria-label=${t('map.compare', { product: visibleName(product), direction: visibleName(direction) })} />
    </div>
    <p class="tile-facts">
      <span class="tile-state">${stateOf(product)}</span>
      ${change ? html`<span class=${`tile-change ${change.arrow === '↓' ? 'down' : ''}`}><span aria-hidden="true">${change.arrow} </span>${change.short}</span>` : null}
      ${overdue ? html`<span class="tile-mark" title=${overdue}><span aria-hidden="true">⚑ </span>${t('map.overdueMark')}</span>` : null}
    </p>
    <svg class="share" viewBox=${`0 0 ${maxSize} 1`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="tone-accent" width=${size} height="1" />
    </svg>
    <p class="tile-why" id=${why} role="tooltip">${whyOf(product)}</p>
  </li>`
}

// Renders the products of the map as a table, with everything that the tiles show.
function mapTable(products: readonly MappedProduct[]): Html {
  return html`<details>
    <summary>${t('map.asTable')}</summary>
    <div class="table" tabindex="0" role="region" aria-label=${t('map.productsOfMap')}>
      <table>
        <thead>
          <tr>
            <th scope="col">${t('product.name')}</th>
            <th scope="col">${t('direction.name')}</th>
            <th scope="col">${fieldLabel('portfolio_status')}</th>
            <th scope="col">${t('map.worstSignal')}</th>
            <th scope="col" class="number">${t('map.unresolved')}</th>
            <th scope="col" class="number">${t('map.clicks', { days: usualDays })}</th>
            <th scope="col" class="number">${t('map.change')}</th>
            <th scope="col">${t('map.installs')}</th>
            <th scope="col">${t('map.overdue')}</th>
          </tr>
        </thead>
        <tbody>
          ${products.map(row)}
        </tbody>
      </table>
    </div>
  </details>`
}

function row(product: MappedProduct): Html {
  const { id, slug, direction, portfolio_status, worst, unresolved, clicks, installs } = product
  const change = changeOf(product)
  return html`<tr>
    <th scope="row"><a href=${recordAddress('products', id)}>${visibleName(product)}</a></th>
    <td><a href=${recordAddress('directions', direction.id)}>${visibleName(direction)}</a></td>
    <td>${valueBadge(portfolioStatuses, portfolio_status)}</td>
    <td class="wide">
      ${worst ? html`${stateOf(product)}: <a href=${recordAddress('signals', worst.id)}>${visibleName({ id: worst.id, name: worst.title })}</a>` : absent}
    </td>
    <td class="number"><a href=${listAddress('signals', { product_slug: slug, unresolved: '1' })}>${numberText(unresolved)}</a></td>
    <td class="number">${clicks ? numberText(clicks.current) : absent}</td>
    <td class="number">${change ? `${change.arrow} ${change.short}` : absent}</td>
    <td>${installs.join(', ') || absent}</td>
    <td>${overdueOf(product) || absent}</td>
  </tr>`
}
