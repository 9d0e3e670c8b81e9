import { phrase } from '../../../src/language/phrase.ts'
import {
  DirectionItem,
  DirectionQuery,
  listDirectionPage,
  readDirection,
} from '../../../src/portfolio/direction/read.ts'
import { recordPages } from '../record/record.ts'

/** Directions. */
export const directionPages = recordPages({
  texts: 'direction',
  group: 'portfolio',
  about: phrase('direction.about'),
  historyType: 'direction',
  columns: ['name', 'slug', 'status', 'products_count', 'apps_count', 'is_canonical', 'description'],
  schema: DirectionItem,
  list: { query: DirectionQuery, run: listDirectionPage },
  read: (read, id) => readDirection(read, { id }),
  readBySlug: (read, slug) => readDirection(read, { slug }),
  related: [
    { collection: 'products', filter: ({ slug }) => ({ direction_slug: String(slug) }) },
    { collection: 'apps', filter: ({ slug }) => ({ direction_slug: String(slug) }) },
    { collection: 'signals', filter: ({ slug }) => ({ direction_slug: String(slug) }) },
    { collection: 'decisions', filter: ({ slug }) => ({ direction_slug: String(slug) }) },
    { collection: 'canon-rules', filter: ({ slug }) => ({ direction_slug: String(slug) }) },
  ],
})
