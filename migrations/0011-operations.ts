import { Migration } from '@mikro-orm/migrations'

/** Creates companies, applications, strategies, contacts and keywords. */
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
        "description" text null,
        "words" tsvector generated always as (search_words(name)) stored
      );
      create unique index "companies_name_taken" on "companies" (lower("name")) where "deleted_at" is null;
      create index "companies_owner" on "companies" ("owner_id", "id");
      create index "companies_words" on "companies" using gin ("words") with (fastupdate = on, gin_pending_list_limit = 64);
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
        "status_before" text null,
        "words" tsvector generated always as (search_words(name) || search_words(native_id)) stored
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
      create index "applications_search" on "applications" using gin ("name" gin_trgm_ops, "native_id" gin_trgm_ops);
      create index "applications_words" on "applications" using gin ("words") with (fastupdate = on, gin_pending_list_limit = 64);
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
        "ends_on" date null,
        "words" tsvector generated always as (search_words(name)) stored
      );
      create index "strategies_company" on "strategies" ("company_id", "id");
      create index "strategies_application" on "strategies" ("application_id");
      create index "strategies_owner" on "strategies" ("owner_id", "id");
      create index "strategies_status" on "strategies" ("status", "id");
      create index "strategies_words" on "strategies" using gin ("words") with (fastupdate = on, gin_pending_list_limit = 64);
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

    this.addSql(`
      create table "contacts" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "deleted_at" timestamptz(3) null,
        "name" text not null,
        "email" text null,
        "phone" text null,
        "telegram" text null,
        "position" text null,
        "company_id" bigint null,
        "application_id" bigint null,
        "strategy_id" bigint null,
        "status" text not null default 'active',
        "source" text not null default 'manual',
        "external_id" text null,
        "last_message_at" timestamptz(3) null,
        "words" tsvector generated always as (
          search_words(name)
          || search_words(email)
          || search_words(phone)
          || search_words(telegram)
        ) stored
      );
      create unique index "contacts_external_id_taken" on "contacts" ("external_id") where "deleted_at" is null;
      create index "contacts_company" on "contacts" ("company_id", "id");
      create index "contacts_application" on "contacts" ("application_id", "id");
      create index "contacts_strategy" on "contacts" ("strategy_id", "id");
      create index "contacts_search" on "contacts" using gin ("name" gin_trgm_ops, "email" gin_trgm_ops);
      create index "contacts_words" on "contacts" using gin ("words") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "contacts"
        add constraint "contacts_status_check"
        check ("status" in ('active', 'inactive', 'archived'));
      alter table "contacts"
        add constraint "contacts_source_check"
        check ("source" in ('manual', 'api', 'bot', 'import'));
      alter table "contacts"
        add constraint "contacts_company_id_foreign"
        foreign key ("company_id") references "companies" ("id") on delete set null;
      alter table "contacts"
        add constraint "contacts_application_id_foreign"
        foreign key ("application_id") references "applications" ("id") on delete set null;
      alter table "contacts"
        add constraint "contacts_strategy_id_foreign"
        foreign key ("strategy_id") references "strategies" ("id") on delete set null;
    `)

    this.addSql(`
      create table "keywords" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "deleted_at" timestamptz(3) null,
        "keyword" text not null,
        "strategy_id" bigint not null,
        "company_id" bigint null,
        "application_id" bigint null,
        "country" text null,
        "language" text null,
        "status" text not null default 'new',
        "priority" text not null default 'medium',
        "position" int null,
        "measured_at" timestamptz(3) null,
        "search_volume" int null,
        "words" tsvector generated always as (search_words(keyword)) stored
      );
      create unique index "keywords_keyword_taken" on "keywords" ("strategy_id", lower("keyword"), coalesce("country", '')) where "deleted_at" is null;
      create index "keywords_strategy" on "keywords" ("strategy_id", "id");
      create index "keywords_company" on "keywords" ("company_id", "id");
      create index "keywords_application" on "keywords" ("application_id");
      create index "keywords_status" on "keywords" ("status", "id");
      create index "keywords_search" on "keywords" using gin ("keyword" gin_trgm_ops);
      create index "keywords_words" on "keywords" using gin ("words") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "keywords"
        add constraint "keywords_status_check"
        check ("status" in ('new', 'active', 'paused', 'won', 'rejected', 'archived'));
      alter table "keywords"
        add constraint "keywords_priority_check"
        check ("priority" in ('low', 'medium', 'high', 'critical'));
      alter table "keywords"
        add constraint "keywords_strategy_id_foreign"
        foreign key ("strategy_id") references "strategies" ("id");
      alter table "keywords"
        add constraint "keywords_company_id_foreign"
        foreign key ("company_id") references "companies" ("id") on delete set null;
      alter table "keywords"
        add constraint "keywords_application_id_foreign"
        foreign key ("application_id") references "applications" ("id") on delete set null;
    `)
  }
}
