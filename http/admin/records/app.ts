import { phrase } from '../../../src/language/phrase.ts'
import { readApp } from '../../../src/portfolio/app/read.ts'
import { portfolioPages } from '../record/portfolio-pages.ts'

/** Apps. */
export const appPages = portfolioPages('app', {
  texts: 'app',
  about: phrase('app.about'),
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
    { label: phrase('app.confirmed'), query: { binding: 'confirmed' } },
    { label: phrase('app.productCandidates'), query: { binding: 'product-candidate' } },
    { label: phrase('app.unbound'), query: { binding: 'unbound' } },
  ],
  read: readApp,
  related: [
    { collection: 'signals', filter: ({ slug }) => ({ app_slug: String(slug) }) },
    { collection: 'insights', filter: ({ slug }) => ({ app_slug: String(slug) }) },
    { collection: 'decisions', filter: ({ slug }) => ({ app_slug: String(slug) }) },
    { collection: 'tasks', filter: ({ slug }) => ({ app_slug: String(slug) }) },
  ],
})
