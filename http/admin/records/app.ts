import { readApp } from '../../../src/portfolio/app/read.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'

/** Apps. */
export const appPages = portfolioPages('app', {
  texts: 'app',
  label: { singular: 'app', plural: 'apps' },
  about: 'The implementation of a product on one platform. An app without a product belongs to a direction.',
  columns: [
    'name',
    'platform',
    'product_slug',
    'implementation_status',
    'product_binding_status',
    'direction_slug',
    'updated_at',
  ],
  presets: [
    { label: 'Confirmed', query: { binding: 'confirmed' } },
    { label: 'Product candidates', query: { binding: 'product-candidate' } },
    { label: 'Unbound', query: { binding: 'unbound' } },
  ],
  read: readApp,
  related: [
    { collection: 'signals', filter: ({ slug }) => ({ app_slug: String(slug) }) },
    { collection: 'insights', filter: ({ slug }) => ({ app_slug: String(slug) }) },
    { collection: 'decisions', filter: ({ slug }) => ({ app_slug: String(slug) }) },
    { collection: 'tasks', filter: ({ slug }) => ({ app_slug: String(slug) }) },
  ],
})
