import { Migration } from '@mikro-orm/migrations'

/**
 * Adds product and direction to the index by creation, so that the insights of a direction are counted without their
 * rows.
 */
export class InsightTrends extends Migration {
  override up(): void {
    this.addSql(`
      drop index "insights_created";
      create index "insights_created" on "insights" ("created_at") include ("product_id", "direction_id");
    `)
  }
}
