import { Migration } from '@mikro-orm/migrations'

/** Creates the webhooks and their deliveries. */
export class Webhooks extends Migration {
  override up(): void {
    this.addSql(`
      create table "webhooks" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "name" text not null,
        "url" text not null,
        "events" jsonb not null,
        "state" text not null default 'on',
        "state_reason" text null,
        "secret" text not null,
        "previous_secret" text null,
        "previous_secret_until" timestamptz(3) null,
        "cursor" text not null,
        "cursor_at" timestamptz(3) not null default now(),
        "snapshot" text null,
        "failures" int not null default 0,
        "failing_since" timestamptz(3) null,
        "sender" text null,
        "sender_until" timestamptz(3) null,
        constraint "webhooks_state_check" check ("state" in ('on', 'off', 'paused'))
      );
      create table "deliveries" (
        "id" bigserial primary key,
        "webhook_id" bigint not null,
        "message_id" text not null,
        "type" text not null,
        "body" text not null,
        "result" text not null default 'waiting',
        "attempts" int not null default 0,
        "next_attempt_at" timestamptz(3) null,
        "last_attempt_at" timestamptz(3) null,
        "duration_ms" int null,
        "status" int null,
        "answer" text null,
        "failure" text null,
        "created_at" timestamptz(3) not null default now(),
        constraint "deliveries_result_check" check ("result" in ('waiting', 'delivered', 'failed'))
      );
      create index "deliveries_waiting" on "deliveries" ("webhook_id", "id") where "result" = 'waiting';
      create index "deliveries_webhook" on "deliveries" ("webhook_id", "id");
      create index "deliveries_ended" on "deliveries" ("created_at") where "result" <> 'waiting';
      alter table "deliveries"
        add constraint "deliveries_webhook_id_foreign"
        foreign key ("webhook_id") references "webhooks" ("id") on delete cascade;
    `)
  }
}
