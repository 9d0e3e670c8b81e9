import { Migration } from '@mikro-orm/migrations'

/** How many signals of a product are open is counted for every product of a list. */
export class OpenSignals extends Migration {
  override up(): void {
    this.addSql(`
      create index "signals_product_open" on "signals" ("product_id") where "status" = 'open';
    `)
  }
}
