import { Migration } from '@mikro-orm/migrations'

/** Creates companies, applications and strategies. */
export class Operations extends Migration {
  override up(): void {
    this.addSql(`
      create table "companies" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "deleted_at" timestamptz(3) null,
        "name" text not null,
        "legal_name" text null,
        "website" text null,
        "country" text null,
        "status" text not null default 'active',
        "owner_id" bigint null,
        "description" text null
      );
      create unique index "companies_name_taken" on "companies" (lower("name")) where "deleted_at" is null;
      create index "companies_owner" on "companies" ("owner_id", "id");
      alter table "companies"
        add constraint "companies_status_check"
        check ("status" in ('prospect', 'active', 'paused', 'archived'));
      alter table "companies"
        add constraint "companies_owner_id_foreign"
        foreign key ("owner_id") references "users" ("id") on delete set null;
    `)

    this.addSql(`
      create table "applications" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "deleted_at" timestamptz(3) null,
        "name" text not null,
        "platform" text not null,
        "status" text not null,
        "native_id" text not null,
        "company_id" bigint null,
        "owner_id" bigint null,
        "store_url" text null,
        "bundle_id" text null,
        "archived_at" timestamptz(3) null,
        "status_before" text null
      );
      create unique index "applications_native_id_taken" on "applications" ("native_id") where "deleted_at" is null;
      create index "applications_company" on "applications" ("company_id", "id") where "deleted_at" is null;
      create index "applications_owner" on "applications" ("owner_id", "id") where "deleted_at" is null;
      create index "applications_status" on "applications" ("status", "id") where "deleted_at" is null;
      create index "applications_platform" on "applications" ("platform", "id") where "deleted_at" is null;
      create index "applications_name" on "applications" ("name", "id") where "deleted_at" is null;
      create index "applications_created" on "applications" ("created_at", "id") where "deleted_at" is null;
      create index "applications_shown" on "applications" ("id") where "deleted_at" is null and "status" <> 'archived';
      create index "applications_ownerless" on "applications" ("id") where "deleted_at" is null and "owner_id" is null;
      alter table "applications"
        add constraint "applications_platform_check"
        check ("platform" in ('ios', 'android', 'huawei', 'rustore', 'web', 'other'));
      alter table "applications"
        add constraint "applications_status_check"
        check ("status" in ('draft', 'active', 'paused', 'blocked', 'archived'));
      alter table "applications"
        add constraint "applications_status_before_check"
        check ("status_before" in ('draft', 'active', 'paused', 'blocked', 'archived'));
      alter table "applications"
        add constraint "applications_company_id_foreign"
        foreign key ("company_id") references "companies" ("id") on delete set null;
      alter table "applications"
        add constraint "applications_owner_id_foreign"
        foreign key ("owner_id") references "users" ("id") on delete set null;
    `)

    this.addSql(`
      create table "strategies" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "deleted_at" timestamptz(3) null,
        "name" text not null,
        "company_id" bigint null,
        "application_id" bigint null,
        "owner_id" bigint null,
        "goal" text null,
        "description" text null,
        "status" text not null default 'draft',
        "starts_on" date null,
        "ends_on" date null
      );
      create index "strategies_company" on "strategies" ("company_id", "id");
      create index "strategies_application" on "strategies" ("application_id");
      create index "strategies_owner" on "strategies" ("owner_id", "id");
      create index "strategies_status" on "strategies" ("status", "id");
      alter table "strategies"
        add constraint "strategies_status_check"
        check ("status" in ('draft', 'active', 'paused', 'completed', 'archived'));
      alter table "strategies"
        add constraint "strategies_company_id_foreign"
        foreign key ("company_id") references "companies" ("id") on delete set null;
      alter table "strategies"
        add constraint "strategies_application_id_foreign"
        foreign key ("application_id") references "applications" ("id") on delete set null;
      alter table "strategies"
        add constraint "strategies_owner_id_foreign"
        foreign key ("owner_id") references "users" ("id") on delete set null;
    `)
  }
}
