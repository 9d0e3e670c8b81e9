import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the words of the names of products and apps, which count among the words of their records, and the words of all
 * other records, for the search over all records.
 */
export class Words extends Migration {
  override up(): void {
    for (const table of ['products', 'apps'])
      this.addSql(`
        alter table "${table}" add column "name_words" tsvector generated always as (search_words(name)) stored;
      `)
    for (const [table, columns] of Object.entries(searched))
      this.addSql(`
        alter table "${table}" add column "words" tsvector generated always as (
          ${columns.map((name) => `search_words(${name})`).join(' || ')}) stored;
      `)
    for (const table of indexed)
      this.addSql(`
        create index "${table}_words" on "${table}" using gin ("words")
          with (fastupdate = on, gin_pending_list_limit = 64);
      `)
  }
}

// The columns in which the search over all records looks.
const searched = {
  directions: ['name', 'slug'],
  competitors: ['name'],
  competitor_reviews: ['body', 'author'],
  store_truth: ['title', 'subtitle'],
  applications: ['name', 'native_id'],
  companies: ['name'],
  contacts: ['name', 'email', 'phone', 'telegram'],
  strategies: ['name'],
  keywords: ['keyword'],
  services: ['name', 'slug'],
  improvements: ['title'],
  service_tasks: ['title'],
  bugs: ['title'],
  agents: ['name', 'title'],
  users: ['name', 'email'],
  tokens: ['name'],
}

// The tables that may have many rows.
const indexed = [
  'competitor_reviews',
  'store_truth',
  'applications',
  'companies',
  'contacts',
  'strategies',
  'keywords',
  'improvements',
  'service_tasks',
  'bugs',
]
