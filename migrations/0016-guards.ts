import { Migration } from '@mikro-orm/migrations'

/** Adds guards to canon rules: the check of each write, and whether it fails while it runs. */
export class Guards extends Migration {
  override up(): void {
    this.addSql(`
      alter table "canon_rules"
        add column "guard_when" text null,
        add column "guard_effect" text null,
        add column "guard_message" text null,
        add column "guard_failed_at" timestamptz(3) null,
        add column "guard_failure" text null;
      alter table "canon_rules"
        add constraint "canon_rules_guard_effect_check"
        check ("guard_effect" in ('warn', 'refuse', 'propose'));
      alter table "canon_rules"
        add constraint "canon_rules_guard_complete"
        check (("guard_when" is null) = ("guard_effect" is null) and ("guard_message" is null or "guard_when" is not null));
      create index "canon_rules_guard" on "canon_rules" ("id") where "guard_when" is not null;
    `)
  }
}
