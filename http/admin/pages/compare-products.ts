import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ComparedProduct, comparedProducts, compareProducts } from '../../../src/catalog/map/compare.ts'
import type { Read } from '../../../src/database/read.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { usualDays } from '../../../src/record/rules/period.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import type { Server } from '../../server/server.ts'
import { type Html, html } from '../html/html.ts'
import { linkTo } from '../html/link-to.ts'
import { rich, t } from '../html/text.ts'
import { compareAddress } from '../parts/compare-form.ts'
import { chart } from '../plot/chart.ts'
import { shortDay, tones } from '../plot/lane.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { sendPage } from '../request/reply.ts'
import { comparedRows } from './compared-rows.ts'

const above = [{ href: listAddress('products'), label: phrase('product.list') }]
const { min, max } = comparedProducts

/** Registers the comparison of products side by side. */
export function compareProductsPage(app: Server): void {
  app.get('/products/compare', showComparison)
}

async function showComparison(request: FastifyRequest, reply: FastifyReply) {
  const keys = keysOf(request)
  const { readReplica, config } = request.server
  const { products, fault } = await readProducts(readReplica, keys, todayIn(config.TIME_ZONE))
  const title = t('compare.title')
  const content = () => html`
    <h1>${title}</h1>
    ${
      fault
        ? html`<p class="error" role="alert">${fault}</p>
          <p>
            ${rich('compare.tick', { map: linkTo(listAddress('map')), list: linkTo(listAddress('products')) })}
          </p>`
        : comparison(products)
    }
  `
  return sendPage(request, reply, { title, above, content }, fault ? 422 : 200)
}

// A form sends a parameter for each product. One parameter with commas is shorter to write.
function keysOf({ query }: FastifyRequest): string[] {
  const { ids = [] } = query as { ids?: string | string[] }
  const keys = [ids]
    .flat()
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
  return [...new Set(keys)].filter((key) => key !== '')
}

async function readProducts(read: Read, keys: string[], today: string) {
  if (keys.length > max) return { products: [], fault: t('compare.tooMany', { max }) }
  const products = keys.length < min ? [] : await compareProducts(read, { keys, today })
  const unknown = keys.filter((key) => products.every(({ id, slug }) => key !== String(id) && key !== slug))
  if (keys.length >= min && unknown.length > 0)
    return { products, fault: t('compare.unknown', { names: unknown.join(', ') }) }
  return {
    products,
    fault: products.length < min ? t('compare.tooFew', { min }) : undefined,
  }
}

function comparison(products: ComparedProduct[]): Html {
  return html`${clickPlot(products)}<div class="table" tabindex="0" role="region" aria-label=${t('compare.title')}>
    <table class="side-by-side">
      <thead>
        <tr>
          <td></td>
          ${products.map(
            ({ id, name, direction }) => html`<th scope="col">
              ${products.length > min ? html`<a class="drop" href=${addressOf(products.filter((other) => other.id !== id))} aria-label=${t('compare.leaveOut', { name: visibleName({ id, name }) })}>×</a>` : null}
              <a href=${recordAddress('products', id)}>${visibleName({ id, name })}</a>
              <span class="muted">${visibleName(direction)}</span>
            </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${comparedRows.map(
          ({ label, cell }) => html`<tr>
            <th scope="row">${label()}</th>
            ${products.map((product) => html`<td data-label=${visibleName(product)}>${cell(product)}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

// A product without clicks has no line.
function clickPlot(products: ComparedProduct[]): Html {
  const series = products.flatMap((product, index) =>
    product.click_days.length === 0
      ? []
      : [
          {
            name: visibleName(product),
            tone: tones[index] ?? 'muted',
            points: product.click_days.map(({ date, clicks }) => ({ at: date, value: clicks })),
          },
        ],
  )
  if (series.length === 0) return null
  return chart({ title: t('compare.clicksPerDay', { days: usualDays }), timeLabel: shortDay, series })
}

function addressOf(products: ComparedProduct[]): string {
  return `${compareAddress}?ids=${products.map(({ id }) => id).join(',')}`
}
