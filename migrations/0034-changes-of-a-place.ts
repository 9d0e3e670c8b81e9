import { Migration } from '@mikro-orm/migrations'

/** Stores which places a proposal concerns, and finds the changes of a transaction, by which they are numbered. */
export class ChangesOfAPlace extends Migration {
  override up(): void {
    this.addSql(`create index "history_transaction" on "history" ("transaction_id", "id")`)
    this.addSql(`
      alter table "proposals" add column "places" text[] not null default '{}';
      update "proposals" set "places" = array['product:' || "product_id"] where "product_id" is not null;
      update "proposals" set "places" = array[case when rule."direction_id" is null then 'rules'
          else 'rules of direction:' || rule."direction_id" end]
        from "canon_rules" as rule
        where rule."id" = ("proposals"."targets" -> 0 ->> 'id')::bigint
          and "proposals"."kind" = 'canon_rule' and "proposals"."product_id" is null;
      create index "proposals_places" on "proposals" using gin ("places");
    `)
  }
}
