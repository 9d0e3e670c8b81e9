import { Migration } from '@mikro-orm/migrations'

/** Creates the conversations between contacts and agents, and the number of replies of each day. */
export class Conversations extends Migration {
  override up(): void {
    this.addSql(`
      create table "conversations" (
        "id" bigserial primary key,
        "contact_id" bigint not null,
        "agent_id" bigint not null,
        "created_at" timestamptz(3) not null default now()
      );
      alter table "conversations"
        add constraint "conversations_contact_agent" unique ("contact_id", "agent_id");
      alter table "conversations"
        add constraint "conversations_agent_id_foreign"
        foreign key ("agent_id") references "agents" ("id");
    `)

    this.addSql(`
      create table "turns" (
        "id" bigserial primary key,
        "conversation_id" bigint not null,
        "contact_id" bigint not null,
        "role" text not null,
        "source" text not null,
        "text" text not null,
        "message_id" text null,
        "reply_to" bigint null,
        "reply_due" timestamptz(3) null,
        "provider_error" text null,
        "created_at" timestamptz(3) not null default now()
      );
      create index "turns_contact" on "turns" ("contact_id", "id");
      create index "turns_conversation" on "turns" ("conversation_id", "id");
      create unique index "turns_message" on "turns" ("conversation_id", "source", "message_id") where "message_id" is not null;
      create unique index "turns_reply_to" on "turns" ("reply_to") where "reply_to" is not null;
      alter table "turns"
        add constraint "turns_role_check"
        check ("role" in ('user', 'assistant'));
      alter table "turns"
        add constraint "turns_source_check"
        check ("source" in ('contact', 'log', 'provider', 'fallback'));
      alter table "turns"
        add constraint "turns_provider_error_check"
        check ("provider_error" in ('timeout', 'http', 'invalid'));
      alter table "turns"
        add constraint "turns_conversation_id_foreign"
        foreign key ("conversation_id") references "conversations" ("id");
    `)

    this.addSql(`
      create table "daily_replies" (
        "day" date not null,
        "count" int not null,
        primary key ("day")
      );
    `)
  }
}
