import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the indexes for the history of all records, by time, record type, surface and actor, those for the search over
 * all records, and the saved filters.
 */
export class Activity extends Migration {
  override up(): void {
    this.addSql(`
      create index "history_time" on "history" (("created_at" at time zone 'utc'), "id");
      create index "history_type" on "history" ("record_type", "created_at", "id");
      create index "history_surface" on "history" ("surface", "created_at", "id");
      create index "history_actor" on "history" ((("actor"->>'type') || coalesce(':' || ("actor"->>'id'), '')), "created_at", "id");
    `)

    // The extension is trusted: the owner of the database may create it.
    this.addSql(`
      create extension if not exists "pg_trgm";
      create index "contacts_search" on "contacts" using gin ("name" gin_trgm_ops, "email" gin_trgm_ops);
      create index "keywords_search" on "keywords" using gin ("keyword" gin_trgm_ops);
      create index "signals_search" on "signals" using gin ("title" gin_trgm_ops);
      create index "tasks_search" on "tasks" using gin ("title" gin_trgm_ops);
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
