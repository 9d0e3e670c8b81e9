import { AppChange, NewApp } from '../../../src/portfolio/app/app.ts'
import { App, AppQuery, listApps, readApp } from '../../../src/portfolio/app/read.ts'
import { changeApp, createApp } from '../../../src/portfolio/app/writes.ts'
import { recordPages } from '../record/record.ts'

/** Apps. */
export const appPages = recordPages({
  label: { singular: 'app', plural: 'apps' },
  group: 'Portfolio',
  about: 'The implementation of a product on one platform. An app without a product belongs to a direction.',
  historyType: 'app',
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
  schema: App,
  list: { query: AppQuery, run: listApps },
  read: (read, id) => readApp(read, { id }),
  readBySlug: (read, slug) => readApp(read, { slug }),
  create: { body: NewApp, run: createApp },
  change: {
    body: AppChange,
    run: (em, actor, id, input, precondition) => changeApp(em, actor, { id }, input, precondition),
  },
  related: [
    { collection: 'signals', filter: ({ slug }) => ({ app_slug: String(slug) }) },
    { collection: 'insights', filter: ({ slug }) => ({ app_slug: String(slug) }) },
    { collection: 'decisions', filter: ({ slug }) => ({ app_slug: String(slug) }) },
    { collection: 'tasks', filter: ({ slug }) => ({ app_slug: String(slug) }) },
  ],
})
