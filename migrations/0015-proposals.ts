import { Migration } from '@mikro-orm/migrations'

/** Creates the proposals of writes, the kinds that a token writes at once, and who approved a change and why. */
export class Proposals extends Migration {
  override up(): void {
    this.addSql(`alter table "tokens" add column "direct" jsonb not null default '[]'`)
    this.addSql(`
      alter table "history"
        add column "approved_by" jsonb null,
        add column "reason" text null
    `)
    this.addSql(`
      create table "proposals" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "credential" text not null,
        "title" text not null,
        "operation" text not null,
        "method" text not null,
        "path" text not null,
        "kind" text null,
        "action" text not null,
        "key" text null,
        "body" jsonb not null,
        "digest" text not null,
        "targets" jsonb not null,
        "preview" jsonb not null,
        "product_id" bigint null,
        "reason" text null,
        "rules" jsonb not null default '[]',
        "status" text not null default 'pending',
        "expires_at" timestamptz(3) not null,
        "decided_by" jsonb null,
        "decided_at" timestamptz(3) null,
        "decision_note" text null,
        "edited" boolean not null default false,
        "result" jsonb null
      );
      create unique index "proposals_digest_taken" on "proposals" ("credential", "digest") where "status" = 'pending';
      create index "proposals_pending" on "proposals" ("expires_at", "id") where "status" = 'pending';
      create index "proposals_credential" on "proposals" ("credential", "id");
      create index "proposals_product" on "proposals" ("product_id", "id");
      alter table "proposals"
        add constraint "proposals_product_id_foreign"
        foreign key ("product_id") references "products" ("id") on delete no action;
      alter table "proposals"
        add constraint "proposals_action_check"
        check ("action" in ('create', 'change', 'batch'));
      alter table "proposals"
        add constraint "proposals_status_check"
        check ("status" in ('pending', 'applied', 'rejected', 'withdrawn', 'expired'));
      alter table "proposals"
        add constraint "proposals_decision_check"
        check (("status" = 'pending') = ("decided_at" is null));
    `)
  }
}
