import { Migration } from '@mikro-orm/migrations'

/** Adds the users whom notes mention. */
export class Mentions extends Migration {
  override up(): void {
    this.addSql(`
      create table "mentions" (
        "note_id" bigint not null,
        "name" text not null,
        "user_id" bigint null,
        "seen_at" timestamptz(3) null,
        primary key ("note_id", "name")
      );
      create index "mentions_unseen" on "mentions" ("user_id", "note_id") where "seen_at" is null;
      alter table "mentions"
        add constraint "mentions_note_id_foreign"
        foreign key ("note_id") references "notes" ("id") on delete cascade;
      alter table "mentions"
        add constraint "mentions_user_id_foreign"
        foreign key ("user_id") references "users" ("id") on delete cascade;
    `)
  }
}
