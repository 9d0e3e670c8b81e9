import { Migration } from '@mikro-orm/migrations'

/** Creates what agents report: signals, insights and economics. */
export class SignalsInsightsEconomics extends Migration {
  override up(): void {
    this.addSql(`
      create table "signals" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "product_id" bigint null,
        "direction_id" bigint null,
        "app_id" bigint null,
        "external_ref" text null,
        "credential" text not null,
        "signal_type" text not null,
        "source_layer" text not null default 'manual',
        "severity" text not null default 'medium',
        "status" text not null default 'open',
        "title" text not null,
        "body" text null,
        "recommended_action" text null,
        "resolution" text null,
        "resolved_at" timestamptz(3) null,
        "search" tsvector generated always as (
          setweight(search_words(title), 'A')
          || setweight(search_words(body), 'B')
          || setweight(search_words(recommended_action), 'B')
          || setweight(search_words(resolution), 'B')
        ) stored,
        "title_stems" tsvector generated always as (search_stems("title")) stored
      );
      create index "signals_product" on "signals" ("product_id", "id") include ("title_stems");
      create index "signals_direction" on "signals" ("direction_id", "id");
      create index "signals_app" on "signals" ("app_id", "id");
      create index "signals_created" on "signals" ("created_at") include ("product_id", "direction_id");
      create index "signals_resolved" on "signals" ("resolved_at") include ("product_id", "direction_id");
      create index "signals_status" on "signals" ("status", "id");
      create index "signals_unresolved" on "signals" ("signal_type", "severity", "id") where "status" in ('open', 'acknowledged', 'in-progress');
      create index "signals_product_unresolved" on "signals" ("product_id", "id") where "status" in ('open', 'acknowledged', 'in-progress');
      create unique index "signals_external_ref" on "signals" ("credential", "external_ref") where "external_ref" is not null;
      create index "signals_search" on "signals" using gin ("title" gin_trgm_ops);
      create index "signals_words" on "signals" using gin ("product_id", "search") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "signals"
        add constraint "signals_signal_type_check"
        check ("signal_type" in ('growth-point', 'problem', 'risk'));
      alter table "signals"
        add constraint "signals_source_layer_check"
        check ("source_layer" in ('metrika', 'appmetrica', 'store-console', 'app-store-connect', 'google-play', 'ads', 'reviews', 'support', 'finance', 'research', 'competitors', 'crm', 'agent', 'manual'));
      alter table "signals"
        add constraint "signals_severity_check"
        check ("severity" in ('low', 'medium', 'high', 'critical'));
      alter table "signals"
        add constraint "signals_status_check"
        check ("status" in ('open', 'acknowledged', 'in-progress', 'resolved', 'dismissed'));
      alter table "signals"
        add constraint "signals_product_id_foreign"
        foreign key ("product_id") references "products" ("id") on delete no action;
      alter table "signals"
        add constraint "signals_direction_id_foreign"
        foreign key ("direction_id") references "directions" ("id") on delete no action;
      alter table "signals"
        add constraint "signals_app_id_foreign"
        foreign key ("app_id") references "apps" ("id") on delete no action;
    `)

    this.addSql(`
      create table "insights" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "product_id" bigint null,
        "direction_id" bigint null,
        "app_id" bigint null,
        "external_ref" text null,
        "credential" text not null,
        "source_layer" text not null default 'manual',
        "confidence_level" text not null default 'medium',
        "impact_level" text not null default 'medium',
        "title" text not null,
        "body" text not null,
        "discovered_at" date not null,
        "evidence" jsonb not null default '[]',
        "retracted_at" timestamptz(3) null,
        "retraction" text null,
        "search" tsvector generated always as (
          setweight(search_words(title), 'A')
          || setweight(search_words(body), 'B')
        ) stored,
        "title_stems" tsvector generated always as (search_stems("title")) stored
      );
      create index "insights_product" on "insights" ("product_id", "id") include ("title_stems");
      create index "insights_direction" on "insights" ("direction_id", "id");
      create index "insights_app" on "insights" ("app_id", "id");
      create index "insights_created" on "insights" ("created_at") include ("product_id", "direction_id", "retracted_at");
      create unique index "insights_external_ref" on "insights" ("credential", "external_ref") where "external_ref" is not null;
      create index "insights_search" on "insights" using gin ("title" gin_trgm_ops);
      create index "insights_words" on "insights" using gin ("product_id", "search") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "insights"
        add constraint "insights_source_layer_check"
        check ("source_layer" in ('metrika', 'appmetrica', 'store-console', 'app-store-connect', 'google-play', 'ads', 'reviews', 'support', 'finance', 'research', 'competitors', 'crm', 'agent', 'manual'));
      alter table "insights"
        add constraint "insights_confidence_level_check"
        check ("confidence_level" in ('low', 'medium', 'high', 'verified'));
      alter table "insights"
        add constraint "insights_impact_level_check"
        check ("impact_level" in ('low', 'medium', 'high', 'critical'));
      alter table "insights"
        add constraint "insights_product_id_foreign"
        foreign key ("product_id") references "products" ("id") on delete no action;
      alter table "insights"
        add constraint "insights_direction_id_foreign"
        foreign key ("direction_id") references "directions" ("id") on delete no action;
      alter table "insights"
        add constraint "insights_app_id_foreign"
        foreign key ("app_id") references "apps" ("id") on delete no action;
    `)

    this.addSql(`
      create table "economics" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "product_id" bigint null,
        "direction_id" bigint null,
        "external_ref" text null,
        "credential" text not null,
        "economics_status" text not null default 'unconfirmed',
        "confidence_level" text not null default 'medium',
        "title" text not null,
        "period_start" date not null,
        "period_end" date not null,
        "acquisition_summary" text null,
        "behavior_summary" text null,
        "store_confirmation_summary" text null,
        "roi_summary" text null,
        "conclusion" text null,
        "evidence" jsonb not null default '[]',
        "retracted_at" timestamptz(3) null,
        "retraction" text null,
        "search" tsvector generated always as (
          setweight(search_words(title), 'A')
          || setweight(search_words(conclusion), 'B')
          || setweight(search_words(acquisition_summary), 'B')
          || setweight(search_words(behavior_summary), 'B')
          || setweight(search_words(store_confirmation_summary), 'B')
          || setweight(search_words(roi_summary), 'B')
        ) stored
      );
      create index "economics_product" on "economics" ("product_id", "id");
      create index "economics_direction" on "economics" ("direction_id", "id");
      create unique index "economics_external_ref" on "economics" ("credential", "external_ref") where "external_ref" is not null;
      create index "economics_words" on "economics" using gin ("product_id", "search") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "economics"
        add constraint "economics_economics_status_check"
        check ("economics_status" in ('unconfirmed', 'partial', 'confirmed', 'disputed', 'outdated'));
      alter table "economics"
        add constraint "economics_confidence_level_check"
        check ("confidence_level" in ('low', 'medium', 'high', 'verified'));
      alter table "economics"
        add constraint "economics_product_id_foreign"
        foreign key ("product_id") references "products" ("id") on delete no action;
      alter table "economics"
        add constraint "economics_direction_id_foreign"
        foreign key ("direction_id") references "directions" ("id") on delete no action;
    `)
  }
}
