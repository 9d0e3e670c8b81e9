import { Migration } from '@mikro-orm/migrations'

/**
 * Adds an index with the titles of signals, insights and tasks. A text without a trigram, and one that only old records
 * contain, is found by reading this index instead of the table. Both indexes contain the titles in lower case, so that
 * a search does not convert each title.
 */
export class TitleIndexes extends Migration {
  override up(): void {
    // All tables at once, so that a running write cannot deadlock with the migration. This blocks writes; reads wait
    // only while the earlier indexes are dropped at the end.
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
    // Without statistics of the titles in lower case, PostgreSQL would expect every text to be rare.
    this.addSql(`analyze ${tables.map((table) => `"${table}"`).join(', ')};`)
  }
}

const tables = ['tasks', 'signals', 'insights']
