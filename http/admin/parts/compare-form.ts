import type { Product } from '../../../src/portfolio/product/read.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { listAddress } from '../record/address.ts'
import type { TickForm } from '../record/record.ts'

const id = 'compare'

/** The address of the comparison of products. */
export const compareAddress = listAddress('products/compare')

// A component, because the language is known only when it is rendered.
const CompareButton = () => html`<div class="buttons">
  <button>${t('product.compare')}</button>
  <span class="muted">${t('product.compareHint')}</span>
</div>`

/** The button that compares the products that are ticked in its form. */
export const compareButton = html`<${CompareButton} />`

/** The form below a list of products, which compares those that are ticked. */
export const compareForm: TickForm = {
  id,
  label: (row) => {
    const { id, name, direction } = row as Product
    return t('product.compareOne', { name: visibleName({ id, name }), direction: visibleName(direction) })
  },
  content: html`<form id=${id} method="get" action=${compareAddress}>${compareButton}</form>`,
}
