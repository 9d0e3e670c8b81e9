import { Migration } from '@mikro-orm/migrations'

/**
 * Adds indexes of the few titles, names and native ids in which a letter or digit follows a character that is not
 * common. The others that contain a text of two characters are found by trigrams of a common character and these two.
 */
export class UncommonCharacters extends Migration {
  override up(): void {
    // All tables at once, so that a running write cannot deadlock with the migration.
    this.addSql('lock table "applications", "tasks", "signals", "insights" in share mode;')
    for (const table of ['tasks', 'signals', 'insights'])
      this.addSql(
        `create index "${table}_uncommon" on "${table}" ("id") where lower("title") ~* '${uncommon}';`,
      )
    this.addSql(
      `create index "applications_uncommon" on "applications" ("id") where "name" ~* '${uncommon}' or "native_id" ~* '${uncommon}';`,
    )
  }
}

const uncommon = String.raw`[^\u0020-\u007e\u00a0\u00ab\u00bb\u00df-\u00ff\u0430-\u044f\u0451][^\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a0\u00ab\u00bb]`
