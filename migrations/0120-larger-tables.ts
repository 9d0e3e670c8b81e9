import { Migration } from '@mikro-orm/migrations'

/**
 * Adds an index for the search in applications, orders that of the change feed by record type, so that it skips the
 * changes of other records, and adds to those of the summary what a direction is found by, so that it reads no rows.
 */
export class LargerTables extends Migration {
  override up(): void {
    this.addSql(`
      create index "applications_search" on "applications" using gin ("name" gin_trgm_ops, "native_id" gin_trgm_ops);
      drop index "history_feed";
      create index "history_feed" on "history" ("record_type", "transaction_id", "id");
      drop index "signals_created", "signals_resolved";
      create index "signals_created" on "signals" ("created_at") include ("product_id", "direction_id");
      create index "signals_resolved" on "signals" ("resolved_at") include ("product_id", "direction_id");
    `)
  }
}
