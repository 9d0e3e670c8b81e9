import { phrase } from '../../../src/language/phrase.ts'
import { readProduct } from '../../../src/portfolio/product/read.ts'
import { compareForm } from '../parts/compare-form.ts'
import { favoriteButton } from '../parts/favorite.ts'
import { productParts } from '../parts/product.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'
import type { Related } from '../record/record.ts'

function related(collection: string, besideFirst?: string[]): Related {
  return {
    collection,
    filter: ({ slug }) => ({ product_slug: String(slug) }),
    ...(besideFirst && { besideFirst }),
  }
}

/** Products. */
export const productPages = portfolioPages('product', {
  texts: 'product',
  about: phrase('product.about'),
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
  headings: { open_signals_count: phrase('signal.list') },
  cells: { is_favorite: favoriteButton },
  button: favoriteButton,
  tickForm: compareForm,
  presets: [
    { label: phrase('product.favourites'), query: { is_favorite: '1' } },
    { label: phrase('product.core'), query: { portfolio_status: 'core' } },
    { label: phrase('product.candidates'), query: { portfolio_status: 'candidate' } },
  ],
  read: readProduct,
  ...productParts,
  groups: [
    {
      label: phrase('product.standing'),
      fields: ['direction', 'portfolio_status', 'product_focus', 'is_favorite', 'slug'],
    },
    { label: phrase('product.business'), fields: ['monetization_model', 'is_revenue_generating'] },
    { label: phrase('product.records'), fields: ['apps_count', 'open_signals_count'] },
  ],
  related: [
    related('signals', ['title', 'signal_type', 'severity', 'status']),
    related('tasks', ['title', 'status', 'owner', 'due_at']),
    related('decisions', ['title', 'status', 'outcome', 'review_at']),
    ...['apps', 'insights', 'economics'].map((collection) => related(collection)),
  ],
})
