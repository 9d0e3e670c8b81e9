import { NewProduct, ProductChange } from '../../../src/portfolio/product/product.ts'
import { listProducts, Product, ProductQuery, readProduct } from '../../../src/portfolio/product/read.ts'
import { changeProduct, createProduct } from '../../../src/portfolio/product/writes.ts'
import { compareForm } from '../parts/compare-form.ts'
import { favoriteButton } from '../parts/favorite.ts'
import { productParts } from '../parts/product.ts'
import { recordPages } from '../record/record.ts'

/** Products. */
export const productPages = recordPages({
  label: { singular: 'product', plural: 'products' },
  group: 'Portfolio',
  about: 'The products of the company. A product belongs to a direction and may have several apps.',
  historyType: 'product',
  columns: [
    'name',
    'is_favorite',
    'portfolio_status',
    'product_focus',
    'health_state',
    'open_signals_count',
    'next_step',
    'direction',
  ],
  headings: { open_signals_count: 'Signals' },
  cells: { is_favorite: favoriteButton },
  button: favoriteButton,
  tickForm: compareForm,
  presets: [
    { label: 'Favourites', query: { is_favorite: '1' } },
    { label: 'Core', query: { portfolio_status: 'core' } },
    { label: 'Candidates', query: { portfolio_status: 'candidate' } },
  ],
  schema: Product,
  list: { query: ProductQuery, run: listProducts },
  read: (read, id) => readProduct(read, { id }),
  readBySlug: (read, slug) => readProduct(read, { slug }),
  create: {
    body: NewProduct,
    run: createProduct,
  },
  change: {
    body: ProductChange,
    run: (em, actor, id, input, precondition) => changeProduct(em, actor, { id }, input, precondition),
  },
  ...productParts,
  related: ['signals', 'decisions', 'tasks', 'apps', 'insights', 'economics'].map((collection) => ({
    collection,
    filter: ({ slug }) => ({ product_slug: String(slug) }),
  })),
})
