import { Migration } from '@mikro-orm/migrations'

/** Adds the index for the number of open signals, which lists show for each product. */
export class OpenSignals extends Migration {
  override up(): void {
    this.addSql(`
      create index "signals_product_open" on "signals" ("product_id") where "status" = 'open';
    `)
  }
}
