import { Migration } from '@mikro-orm/migrations'

/**
 * Creates the change sets: imports and undos, whose changes the activity shows as one. Its lists leave the other entries
 * of a set out by indexes that do not contain them.
 */
export class ChangeSets extends Migration {
  override up(): void {
    this.addSql(`
      create table "change_sets" (
        "id" bigserial primary key,
        "kind" text not null,
        "record_type" text not null,
        "created" int not null,
        "changed" int not null,
        "deleted" int not null,
        "restored" int not null
      );
      alter table "change_sets"
        add constraint "change_sets_kind_check" check ("kind" in ('import', 'undo'));
      alter table "history" add column "set_id" bigint null, add column "is_folded" boolean not null default false;
      create index "history_set" on "history" ("set_id", "id") where "set_id" is not null;
      create index "history_listed_time" on "history" (("created_at" at time zone 'utc'), "id")
        where (not "is_folded");
      create index "history_listed_type" on "history" ("record_type", "created_at", "id")
        where (not "is_folded");
      create index "history_listed_actor" on "history" ((("actor"->>'type') || coalesce(':' || ("actor"->>'id'), '')), "created_at", "id")
        where (not "is_folded");
      drop index "history_surface";
      create index "history_surface" on "history" ("surface", "created_at", "id")
        where (not "is_folded");
    `)
  }
}
