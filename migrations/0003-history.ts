import { Migration } from '@mikro-orm/migrations'

/** Creates the history of all records, their notes, and the idempotency keys. */
export class History extends Migration {
  override up(): void {
    this.addSql(`
      create table "history" (
        "id" bigserial primary key,
        "record_type" text not null,
        "record_id" bigint not null,
        "event" text not null,
        "actor" jsonb not null,
        "token" jsonb null,
        "changes" jsonb not null,
        "surface" text not null,
        "request_id" text null,
        "transaction_id" xid8 not null default pg_current_xact_id(),
        "created_at" timestamptz(3) not null default now()
      );
      create index "history_record" on "history" ("record_type", "record_id", "id");
      create index "history_feed" on "history" ("record_type", "transaction_id", "id");
      create index "history_time" on "history" (("created_at" at time zone 'utc'), "id");
      create index "history_type" on "history" ("record_type", "created_at", "id");
      create index "history_surface" on "history" ("surface", "created_at", "id");
      create index "history_actor" on "history" ((("actor"->>'type') || coalesce(':' || ("actor"->>'id'), '')), "created_at", "id");
      alter table "history"
        add constraint "history_surface_check"
        check ("surface" in ('http', 'mcp', 'admin', 'cli'));
    `)

    this.addSql(`
      create table "notes" (
        "id" bigserial primary key,
        "record_type" text not null,
        "record_id" bigint not null,
        "body" text not null,
        "author" jsonb not null,
        "created_at" timestamptz(3) not null default now()
      );
      create index "notes_record" on "notes" ("record_type", "record_id", "id");
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
