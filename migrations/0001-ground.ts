import { Migration } from '@mikro-orm/migrations'

/** Creates the tables that all surfaces share: tokens, history and idempotency keys. */
export class Ground extends Migration {
  override up(): void {
    this.addSql(`
      create table "tokens" (
        "id" bigserial primary key,
        "prefix" text not null,
        "name" text not null,
        "digest" text not null,
        "display" text not null,
        "abilities" jsonb not null,
        "expires_at" timestamptz(3) null,
        "last_used_at" timestamptz(3) null,
        "revoked_at" timestamptz(3) null,
        "created_by" jsonb not null,
        "created_at" timestamptz(3) not null default now()
      );
      alter table "tokens"
        add constraint "tokens_digest_taken" unique ("digest");
      alter table "tokens"
        add constraint "tokens_prefix_check"
        check ("prefix" in ('ops', 'llm', 'pft'));
    `)

    this.addSql(`
      create table "history" (
        "id" bigserial primary key,
        "record_type" text not null,
        "record_id" bigint not null,
        "event" text not null,
        "actor" jsonb not null,
        "changes" jsonb not null,
        "surface" text not null,
        "request_id" text null,
        "transaction_id" xid8 not null default pg_current_xact_id(),
        "created_at" timestamptz(3) not null default now()
      );
      create index "history_record" on "history" ("record_type", "record_id", "id");
      create index "history_feed" on "history" ("transaction_id", "id");
      alter table "history"
        add constraint "history_surface_check"
        check ("surface" in ('http', 'mcp', 'admin', 'cli'));
    `)

    this.addSql(`
      create table "idempotency_keys" (
        "scope" text not null,
        "request" text not null,
        "status" int not null,
        "body" jsonb not null,
        "created_at" timestamptz(3) not null default now(),
        primary key ("scope")
      );
      create index "idempotency_keys_created" on "idempotency_keys" ("created_at");
    `)
  }
}
