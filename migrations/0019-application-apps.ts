import { Migration } from '@mikro-orm/migrations'

/** Adds the app of the portfolio that an application is. */
export class ApplicationApps extends Migration {
  override up(): void {
    this.addSql(`
      alter table "applications" add column "app_id" bigint null;
      alter table "applications"
        add constraint "applications_app_id_foreign" foreign key ("app_id") references "apps" ("id");
      create index "applications_app" on "applications" ("app_id", "id") where "deleted_at" is null;
      create index "applications_bundle" on "applications" ("bundle_id", "platform") where "deleted_at" is null;
    `)
  }
}
