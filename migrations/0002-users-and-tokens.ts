import { Migration } from '@mikro-orm/migrations'

/** Creates the users, with their tokens, sessions and saved filters. */
export class UsersAndTokens extends Migration {
  override up(): void {
    this.addSql(`
      create table "users" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "name" text not null,
        "email" text not null,
        "role" text not null,
        "status" text not null default 'active',
        "password" text not null,
        "words" tsvector generated always as (search_words(name) || search_words(email)) stored
      );
      alter table "users"
        add constraint "users_email_taken" unique ("email");
      alter table "users"
        add constraint "users_role_check"
        check ("role" in ('admin', 'manager', 'user'));
      alter table "users"
        add constraint "users_status_check"
        check ("status" in ('active', 'inactive', 'blocked'));
    `)

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
        "user_id" bigint null,
        "created_at" timestamptz(3) not null default now(),
        "words" tsvector generated always as (search_words(name)) stored
      );
      create index "tokens_user" on "tokens" ("user_id", "id") where "user_id" is not null;
      alter table "tokens"
        add constraint "tokens_digest_taken" unique ("digest");
      alter table "tokens"
        add constraint "tokens_prefix_check"
        check ("prefix" in ('ops', 'llm', 'pft', 'cal'));
      alter table "tokens"
        add constraint "tokens_user_id_foreign"
        foreign key ("user_id") references "users" ("id") on delete cascade;
    `)

    this.addSql(`
      create table "sessions" (
        "id" bigserial primary key,
        "user_id" bigint not null,
        "digest" text not null,
        "ip" text not null,
        "user_agent" text null,
        "created_at" timestamptz(3) not null default now(),
        "last_used_at" timestamptz(3) not null default now()
      );
      create index "sessions_user" on "sessions" ("user_id", "id");
      alter table "sessions"
        add constraint "sessions_digest_taken" unique ("digest");
      alter table "sessions"
        add constraint "sessions_user_id_foreign"
        foreign key ("user_id") references "users" ("id") on delete cascade;
    `)

    this.addSql(`
      create table "saved_filters" (
        "id" bigserial primary key,
        "user_id" bigint not null,
        "collection" text not null,
        "name" text not null,
        "query" text not null,
        "is_shared" boolean not null default false,
        "created_at" timestamptz(3) not null default now()
      );
      create unique index "saved_filters_name_taken" on "saved_filters" ("user_id", "collection", lower("name"));
      create index "saved_filters_shared" on "saved_filters" ("collection") where "is_shared";
      alter table "saved_filters"
        add constraint "saved_filters_user_id_foreign"
        foreign key ("user_id") references "users" ("id") on delete cascade;
    `)
  }
}
