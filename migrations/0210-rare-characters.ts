import { Migration } from '@mikro-orm/migrations'

/**
 * Adds indexes of the rare characters of titles, names and native ids. Without them, a search for such a character
 * compares every title.
 */
export class RareCharacters extends Migration {
  override up(): void {
    // All tables at once, so that a running write cannot deadlock with the migration.
    this.addSql('lock table "applications", "tasks", "signals", "insights" in share mode;')
    for (const [table, columns] of Object.entries(searched)) {
      const arrays = columns.map(
        (column) => `string_to_array(translate(lower("${column}"), '${frequent}', ''), null)`,
      )
      this.addSql(`create index "${table}_rare" on "${table}" using gin (${arrays.join(', ')})
        with (fastupdate = on, gin_pending_list_limit = 64);`)
    }
    // Without statistics of the characters, PostgreSQL would expect every one of them to be rare.
    const tables = Object.keys(searched).map((table) => `"${table}"`)
    this.addSql(`analyze ${tables.join(', ')};`)
  }
}

const frequent = 'abcdefghiklmnoprstuvwyабвгдеийклмнопрстухчшыья0123456789 -/_.,:'

const searched = {
  applications: ['name', 'native_id'],
  tasks: ['title'],
  signals: ['title'],
  insights: ['title'],
}
