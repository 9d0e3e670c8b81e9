import { Migration } from '@mikro-orm/migrations'

/** Creates market knowledge: competitors, their reviews, keyword positions and store truth. */
export class Market extends Migration {
  override up(): void {
    this.addSql(`
      create table "competitors" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "product_id" bigint not null,
        "name" text not null,
        "platform" text null,
        "store_url" text null,
        "relation" text null,
        "note" text null,
        "words" tsvector generated always as (search_words(name)) stored
      );
      create index "competitors_product" on "competitors" ("product_id", "id");
      alter table "competitors"
        add constraint "competitors_platform_check"
        check ("platform" in ('Android', 'iOS', 'Huawei', 'RuStore', 'Web', 'macOS', 'Windows', 'Other'));
      alter table "competitors"
        add constraint "competitors_relation_check"
        check ("relation" in ('direct', 'indirect', 'aspiration'));
      alter table "competitors"
        add constraint "competitors_product_id_foreign"
        foreign key ("product_id") references "products" ("id");
    `)

    this.addSql(`
      create table "competitor_reviews" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "competitor_id" bigint not null,
        "rating" int null,
        "author" text null,
        "body" text not null,
        "language" text null,
        "reviewed_at" date not null,
        "words" tsvector generated always as (search_words(body) || search_words(author)) stored
      );
      create index "competitor_reviews_newest" on "competitor_reviews" ("reviewed_at", "id");
      create index "competitor_reviews_competitor" on "competitor_reviews" ("competitor_id", "reviewed_at", "id");
      create index "competitor_reviews_rating" on "competitor_reviews" ("competitor_id", "rating");
      create index "competitor_reviews_digest" on "competitor_reviews" (
        md5("competitor_id" || ' ' || ("reviewed_at" - date '2000-01-01') || ' ' || coalesce("author", '') || ' ' || "body")
      );
      create index "competitor_reviews_words" on "competitor_reviews" using gin ("words") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "competitor_reviews"
        add constraint "competitor_reviews_rating_check" check (rating >= 1 and rating <= 5);
      alter table "competitor_reviews"
        add constraint "competitor_reviews_competitor_id_foreign"
        foreign key ("competitor_id") references "competitors" ("id");
    `)

    this.addSql(`
      create table "keyword_positions" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "app_id" bigint not null,
        "keyword" text not null,
        "country" text not null,
        "platform" text null,
        "position" int null,
        "measured" boolean not null default true,
        "date" date not null
      );
      create unique index "keyword_positions_date_taken" on "keyword_positions" ("app_id", lower("keyword"), "country", "date");
      create index "keyword_positions_newest" on "keyword_positions" ("date", "id");
      create index "keyword_positions_app" on "keyword_positions" ("app_id", "date", "id");
      create index "keyword_positions_keyword" on "keyword_positions" (lower("keyword"), "date", "id");
      create index "keyword_positions_country" on "keyword_positions" ("country", "date", "id");
      alter table "keyword_positions"
        add constraint "keyword_positions_platform_check"
        check ("platform" in ('Android', 'iOS', 'Huawei', 'RuStore', 'Web', 'macOS', 'Windows', 'Other'));
      alter table "keyword_positions"
        add constraint "keyword_positions_position_check" check (position >= 1 and position <= 1000);
      alter table "keyword_positions"
        add constraint "keyword_positions_position_is_measured" check (measured or position is null);
      alter table "keyword_positions"
        add constraint "keyword_positions_app_id_foreign"
        foreign key ("app_id") references "apps" ("id");
    `)

    this.addSql(`
      create table "store_truth" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "app_id" bigint not null,
        "date" date not null,
        "title" text null,
        "subtitle" text null,
        "version" text null,
        "rating" numeric(3,2) null,
        "ratings_count" int null,
        "installs_band" text null,
        "price" text null,
        "status" text null,
        "source" text null,
        "words" tsvector generated always as (search_words(title) || search_words(subtitle)) stored
      );
      alter table "store_truth"
        add constraint "store_truth_date_taken" unique ("app_id", "date");
      create index "store_truth_newest" on "store_truth" ("date", "id");
      create index "store_truth_words" on "store_truth" using gin ("words") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "store_truth"
        add constraint "store_truth_status_check"
        check ("status" in ('live', 'removed', 'in-review'));
      alter table "store_truth"
        add constraint "store_truth_rating_check" check (rating >= 0 and rating <= 5);
      alter table "store_truth"
        add constraint "store_truth_ratings_count_check" check (ratings_count >= 0);
      alter table "store_truth"
        add constraint "store_truth_app_id_foreign"
        foreign key ("app_id") references "apps" ("id");
    `)
  }
}
