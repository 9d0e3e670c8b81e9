import { Migration } from '@mikro-orm/migrations'

/** Creates directions, products and apps, and inserts the six directions of the current deployment. */
export class ProductsAndApps extends Migration {
  override up(): void {
    this.addSql(`
      create table "directions" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "slug" text not null,
        "name" text not null,
        "description" text not null,
        "status" text not null default 'active',
        "words" tsvector generated always as (search_words(name) || search_words(slug)) stored
      );
      alter table "directions"
        add constraint "directions_slug_taken" unique ("slug");
      alter table "directions"
        add constraint "directions_status_check"
        check ("status" in ('active', 'demo', 'archived'));
    `)

    this.addSql(`
      create table "direction_aliases" (
        "slug" text not null,
        "direction_id" bigint not null,
        primary key ("slug")
      );
      create index "direction_aliases_direction_id_index" on "direction_aliases" ("direction_id");
      alter table "direction_aliases"
        add constraint "direction_aliases_direction_id_foreign"
        foreign key ("direction_id") references "directions" ("id");
    `)

    this.addSql(`
      create table "products" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "slug" text not null,
        "direction_id" bigint not null,
        "name" text not null,
        "portfolio_status" text not null default 'candidate',
        "product_focus" text not null default 'assess-development',
        "summary" text null,
        "is_revenue_generating" boolean not null default false,
        "is_favorite" boolean not null default false,
        "monetization_model" text null,
        "health_state" text null,
        "health_summary" text null,
        "risk_summary" text null,
        "growth_chance" text null,
        "next_step" text null,
        "search" tsvector generated always as (
          setweight(search_words(name), 'A')
          || setweight(search_words(slug), 'B')
          || setweight(search_words(summary), 'B')
          || setweight(search_words(monetization_model), 'B')
          || setweight(search_words(health_summary), 'B')
          || setweight(search_words(risk_summary), 'B')
          || setweight(search_words(growth_chance), 'B')
          || setweight(search_words(next_step), 'B')
        ) stored,
        "name_words" tsvector generated always as (search_words(name)) stored
      );
      alter table "products"
        add constraint "products_slug_taken" unique ("slug");
      create unique index "products_name_taken" on "products" ("direction_id", lower("name"));
      create index "products_favorites" on "products" ("is_favorite", "id");
      create index "products_name_trigrams" on "products" using gin (search_text("name") gin_trgm_ops);
      create index "products_words" on "products" using gin ("direction_id", "search") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "products"
        add constraint "products_portfolio_status_check"
        check ("portfolio_status" in ('candidate', 'next', 'core', 'support', 'frozen', 'sunset', 'archived'));
      alter table "products"
        add constraint "products_product_focus_check"
        check ("product_focus" in ('assess-development', 'develop', 'scale', 'monetize', 'retain', 'stabilize', 'maintain', 'exit'));
      alter table "products"
        add constraint "products_direction_id_foreign"
        foreign key ("direction_id") references "directions" ("id");
    `)

    this.addSql(`
      create table "apps" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "slug" text not null,
        "product_id" bigint null,
        "direction_id" bigint null,
        "name" text not null,
        "platform" text not null,
        "implementation_status" text not null default 'idea',
        "store_url" text null,
        "store_key" text null,
        "bundle_id" text null,
        "package_id" text null,
        "product_binding_status" text not null default 'unbound',
        "product_candidate_name" text null,
        "portfolio_note" text null,
        "search" tsvector generated always as (
          setweight(search_words(name), 'A')
          || setweight(search_words(slug), 'B')
          || setweight(search_words(package_id), 'B')
          || setweight(search_words(bundle_id), 'B')
          || setweight(search_words(store_url), 'B')
          || setweight(search_words(product_candidate_name), 'B')
          || setweight(search_words(portfolio_note), 'B')
        ) stored,
        "name_words" tsvector generated always as (search_words(name)) stored
      );
      alter table "apps"
        add constraint "apps_slug_taken" unique ("slug");
      create index "apps_product_id" on "apps" ("product_id");
      create index "apps_direction_id" on "apps" ("direction_id");
      create unique index "apps_bundle_id_taken" on "apps" ("platform", "bundle_id") where "bundle_id" is not null;
      create unique index "apps_package_id_taken" on "apps" ("platform", "package_id") where "package_id" is not null;
      create unique index "apps_store_url_taken" on "apps" ("platform", "store_key") where "store_key" is not null;
      create index "apps_name_trigrams" on "apps" using gin (search_text("name") gin_trgm_ops);
      create index "apps_product_candidate_name_trigrams" on "apps" using gin (search_text("product_candidate_name") gin_trgm_ops);
      create index "apps_words" on "apps" using gin ("product_id", "search") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "apps"
        add constraint "apps_confirmed_has_product"
        check (product_binding_status <> 'confirmed' or product_id is not null);
      alter table "apps"
        add constraint "apps_has_place"
        check (product_id is not null or direction_id is not null);
      alter table "apps"
        add constraint "apps_platform_check"
        check ("platform" in ('Android', 'iOS', 'Huawei', 'RuStore', 'Web', 'macOS', 'Windows', 'Other'));
      alter table "apps"
        add constraint "apps_implementation_status_check"
        check ("implementation_status" in ('idea', 'planned', 'design', 'building', 'testing', 'in-review', 'released', 'paused', 'removed', 'retired'));
      alter table "apps"
        add constraint "apps_product_binding_status_check"
        check ("product_binding_status" in ('unbound', 'product-candidate', 'confirmed', 'rejected'));
      alter table "apps"
        add constraint "apps_product_id_foreign"
        foreign key ("product_id") references "products" ("id") on delete no action;
      alter table "apps"
        add constraint "apps_direction_id_foreign"
        foreign key ("direction_id") references "directions" ("id") on delete no action;
    `)

    this.addSql(`
      insert into "directions" ("slug", "name", "description", "created_by", "updated_by")
      select seed.slug, seed.name, seed.description, author.signature, author.signature
      from (values
        ('utilities', 'Utilities', 'Small tools for everyday jobs'),
        ('documents-qr', 'Documents and QR', 'Scanning, documents, QR and bar codes'),
        ('parental-family-safety', 'Parental control and family safety', 'Children, family, location and safety'),
        ('fitness', 'Fitness', 'Training and physical activity'),
        ('wellness-habit-change', 'Wellness: habit change', 'Giving up bad habits and keeping good ones'),
        ('wellness-mental', 'Wellness: mental health', 'Calm, sleep, mood and stress')
      ) as seed (slug, name, description)
      cross join (select '{"type": "system", "id": null, "name": "system"}'::jsonb as signature) as author;
    `)
  }
}
