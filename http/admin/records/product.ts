import { readProduct } from '../../../src/portfolio/product/read.ts'
import { compareForm } from '../parts/compare-form.ts'
import { favoriteButton } from '../parts/favorite.ts'
import { productParts } from '../parts/product.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'

/** Products. */
export const productPages = portfolioPages('product', {
  label: { singular: 'product', plural: 'products' },
  about: 'The products of the company. A product belongs to a direction and may have several apps.',
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
  read: readProduct,
  ...productParts,
  related: ['signals', 'decisions', 'tasks', 'apps', 'insights', 'economics'].map((collection) => ({
    collection,
    filter: ({ slug }) => ({ product_slug: String(slug) }),
  })),
})
