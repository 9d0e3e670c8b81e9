import { Migration } from '@mikro-orm/migrations'

/** Adds the indexes for the history of all records: by time, record type, surface and actor. */
export class Activity extends Migration {
  override up(): void {
    this.addSql(`
      create index "history_created" on "history" ("created_at", "id");
      create index "history_type" on "history" ("record_type", "created_at", "id");
      create index "history_surface" on "history" ("surface", "created_at", "id");
      create index "history_actor" on "history" ((("actor"->>'type') || coalesce(':' || ("actor"->>'id'), '')), "created_at", "id");
    `)
  }
}
