import { Migration } from '@mikro-orm/migrations'

/** Creates the changes by agents and bots that a person has accepted, and the index that finds such changes. */
export class Review extends Migration {
  override up(): void {
    this.addSql(`
      create table "reviewed_changes" (
        "user_id" bigint not null,
        "history_id" bigint not null,
        "reviewed_at" timestamptz(3) not null default now(),
        primary key ("user_id", "history_id")
      );
      create index "reviewed_changes_time" on "reviewed_changes" ("reviewed_at");
      alter table "reviewed_changes"
        add constraint "reviewed_changes_user_id_foreign"
        foreign key ("user_id") references "users" ("id") on delete cascade;
      create index "history_programs" on "history" ("id")
        where (("actor"->>'type') in ('portfolio_token', 'env_token', 'llm_key', 'bot'));
    `)
  }
}
