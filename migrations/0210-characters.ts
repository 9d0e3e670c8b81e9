import { Migration } from '@mikro-orm/migrations'

/**
 * Adds indexes of the characters of titles, names, native ids and requested paths, which find those with a rare character. Without
 * them every title and path is compared.
 */
export class Characters extends Migration {
  override up(): void {
    // All tables at once, so that a running write cannot deadlock with the migration.
    this.addSql('lock table "applications", "tasks", "signals", "insights", "request_logs" in share mode;')
    for (const [table, columns] of Object.entries(searched)) {
      const arrays = columns.map((column) => `string_to_array(lower("${column}"), null)`).join(', ')
      this.addSql(`create index "${table}_characters" on "${table}" using gin (${arrays})
        with (fastupdate = on, gin_pending_list_limit = 64);`)
    }
    // Without statistics of the characters, PostgreSQL would expect every character to be rare.
    this.addSql(
      `analyze ${Object.keys(searched)
        .map((table) => `"${table}"`)
        .join(', ')};`,
    )
  }
}

const searched = {
  applications: ['name', 'native_id'],
  tasks: ['title'],
  signals: ['title'],
  insights: ['title'],
  request_logs: ['path'],
}
