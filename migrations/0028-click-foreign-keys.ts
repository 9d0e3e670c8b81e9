import { Migration } from '@mikro-orm/migrations'

/** Gives the clicks foreign keys, which check every row, instead of the triggers that imitated them. */
export class ClickForeignKeys extends Migration {
  override up(): void {
    this.addSql(`
      drop trigger "clicks_references" on "clicks";
      drop trigger "clicks_keep_references" on "clicks";
      drop trigger "applications_keep_id" on "applications";
      drop trigger "companies_keep_id" on "companies";
      drop trigger "applications_keep_clicks" on "applications";
      drop trigger "companies_keep_clicks" on "companies";
      drop trigger "applications_truncated" on "applications";
      drop trigger "companies_truncated" on "companies";
      drop function check_click_references();
      drop function reject_click_key_change();
      drop function check_clicks_of_deleted();
      drop function check_clicks_of_truncated();
      alter table "clicks"
        add constraint "clicks_app_id_foreign" foreign key ("app_id") references "applications" ("id"),
        add constraint "clicks_company_id_foreign" foreign key ("company_id") references "companies" ("id");
    `)
  }
}
