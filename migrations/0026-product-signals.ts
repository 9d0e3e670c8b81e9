import { Migration } from '@mikro-orm/migrations'

/** Adds type and severity to the index of unresolved signals, so that the worst of each product is read from it alone. */
export class ProductSignals extends Migration {
  override up(): void {
    this.addSql(`
      drop index "signals_product_unresolved";
      create index "signals_product_unresolved" on "signals" ("product_id", "id") include ("signal_type", "severity")
        where "status" in ('open', 'acknowledged', 'in-progress');
    `)
  }
}
