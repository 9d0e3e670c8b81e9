import type { FastifyReply, FastifyRequest } from 'fastify'
import { mapDays } from '../../../src/catalog/map/facts.ts'
import { type MappedProduct, readMap } from '../../../src/catalog/map/read.ts'
import { portfolioStatuses } from '../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { values } from '../../../src/record/rules/enumeration.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import type { Server } from '../../server/server.ts'
import { type Html, html } from '../html/html.ts'
import { words } from '../html/words.ts'
import { compareAddress, compareButton } from '../parts/compare-form.ts'
import { sendPage } from '../request/reply.ts'
import { tileSizes } from './map-size.ts'
import { mapTable } from './map-table.ts'
import { mapTile } from './map-tile.ts'

const title = 'Portfolio map'
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
      <h1>${title}</h1>
      <p class="about">
        A tile is a product. Its colour and first words are its worst unresolved signal, its size the clicks of
        ${` ${mapDays} `} days or the installs, the arrow the change against the ${mapDays} days before, and the flag
        overdue work.
      </p>
    </div>
    ${products.length === 0 ? html`<p class="empty">There are no products yet.</p>` : map(products)}
  `
  return sendPage(request, reply, { title, content })
}

function map(products: MappedProduct[]): Html {
  const sizes = tileSizes(products)
  return html`
    <form method="get" action=${compareAddress} class="map-area">
      <div class="map">
        <div class="map-heads" aria-hidden="true">
          <span>Direction</span>
          ${statuses.map((status) => html`<span>${words(status)}</span>`)}
        </div>
        ${[...Map.groupBy(products, ({ direction }) => direction.id).values()].map((ofDirection) => mapRow(ofDirection, sizes))}
      </div>
      ${compareButton}
    </form>
    ${mapTable(products)}
  `
}

function mapRow(products: MappedProduct[], sizes: ReadonlyMap<number, number>): Html {
  const direction = products[0]?.direction
  if (!direction) return null
  const heading = `direction-${direction.id}`
  return html`<section class="map-row" aria-labelledby=${heading}>
    <h2 id=${heading}><a href=${`/admin/directions/${direction.id}`}>${visibleName(direction)}</a></h2>
    ${statuses.map((status) => {
      const tiles = products.filter(({ portfolio_status }) => portfolio_status === status)
      if (tiles.length === 0) return html`<div class="map-cell is-empty"></div>`
      return html`<div class="map-cell">
        <h3>${words(status)}</h3>
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
