import { Migration } from '@mikro-orm/migrations'

/** Creates the channels that tell people what needs them, and lets deliveries be for one. */
export class Channels extends Migration {
  override up(): void {
    this.addSql(`
      create table "channels" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "name" text not null,
        "kind" text not null,
        "chat_id" text null,
        "email" text null,
        "secret" text null,
        "hour" int null,
        "state" text not null default 'on',
        "cursor" text not null,
        "cursor_at" timestamptz(3) not null default now(),
        "snapshot" text null,
        "guards" jsonb not null default '[]',
        "alerted_at" timestamptz(3) null,
        "digest_day" date null,
        "sender" text null,
        "sender_until" timestamptz(3) null,
        constraint "channels_kind_check" check ("kind" in ('telegram', 'slack', 'email')),
        constraint "channels_state_check" check ("state" in ('on', 'off'))
      );
      alter table "deliveries" alter column "webhook_id" drop not null;
      alter table "deliveries" add "channel_id" bigint null;
      create index "deliveries_channel_waiting" on "deliveries" ("channel_id", "id") where "result" = 'waiting';
      create index "deliveries_channel" on "deliveries" ("channel_id", "id");
      alter table "deliveries"
        add constraint "deliveries_channel_id_foreign"
        foreign key ("channel_id") references "channels" ("id") on delete cascade;
    `)
  }
}
