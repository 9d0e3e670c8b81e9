import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the indexes for what the summary shows first and for signals of one status. Without them these reads scan entire
 * tables.
 */
export class GrownTables extends Migration {
  override up(): void {
    this.addSql(`
      create index "tasks_urgent" on "tasks" ("due_at")
        where "priority" in ('high', 'critical') and "status" in ('open', 'in-progress', 'blocked');
      create index "products_favorites" on "products" ("is_favorite", "id");
      create index "signals_status" on "signals" ("status", "id");
    `)
  }
}
