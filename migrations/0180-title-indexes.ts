import { Migration } from '@mikro-orm/migrations'

/**
 * Adds an index with the titles of signals, insights and tasks. A text without a trigram, and one that only old records
 * contain, is found by reading this index instead of the table. Both indexes of titles have them in lower case, so that
 * each comparison need not convert the title.
 */
export class TitleIndexes extends Migration {
  override up(): void {
    // Before the first index is created, so that a running write cannot deadlock with the migration. Reads are not blocked
    // until the end.
    this.addSql('lock table "tasks", "signals", "insights" in share row exclusive mode;')
    for (const table of tables)
      this.addSql(`
        create index "${table}_search_lower" on "${table}" using gin (lower("title") gin_trgm_ops);
        create index "${table}_titles" on "${table}" ("id", lower("title")) include ("title");
      `)
    for (const table of tables)
      this.addSql(`
        drop index "${table}_search";
        alter index "${table}_search_lower" rename to "${table}_search";
      `)
    // Without statistics of the titles in lower case, every text would be expected to be rare.
    this.addSql(`analyze ${tables.map((table) => `"${table}"`).join(', ')};`)
  }
}

const tables = ['tasks', 'signals', 'insights']
