import { Migration } from '@mikro-orm/migrations'

/** Creates the sessions of the web interface, and allows calendar tokens. */
export class Sessions extends Migration {
  override up(): void {
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
      alter table "sessions"
        add constraint "sessions_digest_taken" unique ("digest");
      alter table "sessions"
        add constraint "sessions_user_id_foreign"
        foreign key ("user_id") references "users" ("id") on delete cascade;
      create index "sessions_user" on "sessions" ("user_id", "id");
    `)
    this.addSql(`
      alter table "tokens" drop constraint "tokens_prefix_check";
      alter table "tokens"
        add constraint "tokens_prefix_check"
        check ("prefix" in ('ops', 'llm', 'pft', 'cal'));
    `)
  }
}
