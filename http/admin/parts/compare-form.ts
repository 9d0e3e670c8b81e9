import type { Product } from '../../../src/portfolio/product/read.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { html } from '../html/html.ts'
import { listAddress } from '../record/address.ts'
import type { TickForm } from '../record/record.ts'

const id = 'compare'

/** The address of the comparison of products. */
export const compareAddress = listAddress('products/compare')

/** The button that compares the products that are ticked in its form. */
export const compareButton = html`<div class="buttons">
  <button>Compare</button>
  <span class="muted">Tick two to five products.</span>
</div>`

/** The form below a list of products, which compares those that are ticked. */
export const compareForm: TickForm = {
  id,
  label: (row) => {
    const { id, name, direction } = row as Product
    return `Compare ${visibleName({ id, name })}, ${visibleName(direction)}`
  },
  content: html`<form id=${id} method="get" action=${compareAddress}>${compareButton}</form>`,
}
