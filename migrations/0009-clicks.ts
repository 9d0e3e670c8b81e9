import { Migration } from '@mikro-orm/migrations'

/** Creates the click statistics: one row per day, application and company. */
export class Clicks extends Migration {
  override up(): void {
    this.addSql(`
      create table "clicks" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "date" date not null,
        "app_id" bigint not null,
        "company_id" bigint not null,
        "clicks" int not null,
        "status" text not null default 'ok'
      );
      alter table "clicks"
        add constraint "clicks_day" unique ("date", "app_id", "company_id");
      create index "clicks_newest" on "clicks" ("date", "id");
      create index "clicks_app" on "clicks" ("app_id", "date", "id");
      create index "clicks_company" on "clicks" ("company_id", "date", "id");
      create index "clicks_doubtful" on "clicks" ("status", "date", "id") where "status" <> 'ok';
      alter table "clicks"
        add constraint "clicks_status_check"
        check ("status" in ('ok', 'pending', 'suspicious', 'rejected'));
      alter table "clicks"
        add constraint "clicks_app_id_foreign"
        foreign key ("app_id") references "applications" ("id");
      alter table "clicks"
        add constraint "clicks_company_id_foreign"
        foreign key ("company_id") references "companies" ("id");
    `)
  }
}
