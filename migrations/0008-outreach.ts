import { Migration } from '@mikro-orm/migrations'

/** Creates contacts, keywords and notes. */
export class Outreach extends Migration {
  override up(): void {
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
        "last_message_at" timestamptz(3) null
      );
      create unique index "contacts_external_id_taken" on "contacts" ("external_id") where "deleted_at" is null;
      create index "contacts_company" on "contacts" ("company_id", "id");
      create index "contacts_application" on "contacts" ("application_id", "id");
      create index "contacts_strategy" on "contacts" ("strategy_id", "id");
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
        "search_volume" int null
      );
      create unique index "keywords_keyword_taken" on "keywords" ("strategy_id", lower("keyword"), coalesce("country", '')) where "deleted_at" is null;
      create index "keywords_strategy" on "keywords" ("strategy_id", "id");
      create index "keywords_company" on "keywords" ("company_id", "id");
      create index "keywords_application" on "keywords" ("application_id");
      create index "keywords_status" on "keywords" ("status", "id");
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

    this.addSql(`
      create table "notes" (
        "id" bigserial primary key,
        "record_type" text not null,
        "record_id" bigint not null,
        "body" text not null,
        "author" jsonb not null,
        "created_at" timestamptz(3) not null default now()
      );
      create index "notes_record" on "notes" ("record_type", "record_id", "id");
    `)
  }
}
