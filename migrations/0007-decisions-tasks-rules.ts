import { Migration } from '@mikro-orm/migrations'

/** Creates decisions, tasks and canon rules. */
export class DecisionsTasksRules extends Migration {
  override up(): void {
    this.addSql(`
      create table "decisions" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "product_id" bigint null,
        "direction_id" bigint null,
        "app_id" bigint null,
        "title" text not null,
        "decision_type" text not null,
        "owner" text not null,
        "decision" text not null,
        "rationale" text null,
        "status" text not null default 'active',
        "review_at" date not null,
        "evidence" jsonb not null default '[]',
        "search" tsvector generated always as (
          setweight(search_words(title), 'A')
          || setweight(search_words(decision), 'B')
          || setweight(search_words(rationale), 'B')
        ) stored,
        "title_stems" tsvector generated always as (search_stems("title")) stored
      );
      create index "decisions_product" on "decisions" ("product_id", "id") include ("title_stems");
      create index "decisions_direction" on "decisions" ("direction_id", "id");
      create index "decisions_app" on "decisions" ("app_id", "id");
      create index "decisions_created" on "decisions" ("created_at");
      create index "decisions_review" on "decisions" ("status", "review_at");
      create index "decisions_review_date" on "decisions" ("review_at");
      create index "decisions_owner" on "decisions" (lower("owner" collate "und-x-icu"), "id");
      create index "decisions_words" on "decisions" using gin ("product_id", "search") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "decisions"
        add constraint "decisions_decision_type_check"
        check ("decision_type" in ('scale', 'develop', 'assess', 'launch', 'monetize', 'pivot', 'stabilize', 'merge', 'split', 'freeze', 'unfreeze', 'stop', 'other'));
      alter table "decisions"
        add constraint "decisions_status_check"
        check ("status" in ('active', 'reviewed', 'superseded', 'cancelled'));
      alter table "decisions"
        add constraint "decisions_place_check"
        check (num_nonnulls("product_id", "direction_id", "app_id") > 0);
      alter table "decisions"
        add constraint "decisions_product_id_foreign"
        foreign key ("product_id") references "products" ("id") on delete no action;
      alter table "decisions"
        add constraint "decisions_direction_id_foreign"
        foreign key ("direction_id") references "directions" ("id") on delete no action;
      alter table "decisions"
        add constraint "decisions_app_id_foreign"
        foreign key ("app_id") references "apps" ("id") on delete no action;
    `)

    this.addSql(`
      create table "tasks" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "product_decision_id" bigint null,
        "product_id" bigint null,
        "direction_id" bigint null,
        "app_id" bigint null,
        "title" text not null,
        "owner" text null,
        "status" text not null default 'open',
        "priority" text not null default 'medium',
        "due_at" date null,
        "note" text null,
        "blocked_by" jsonb null,
        "done_at" timestamptz(3) null,
        "evidence" jsonb not null default '[]',
        "search" tsvector generated always as (
          setweight(search_words(title), 'A')
          || setweight(search_words(note), 'B')
        ) stored,
        "title_stems" tsvector generated always as (search_stems("title")) stored,
        "blocked_by_id" bigint generated always as (
          case jsonb_typeof(blocked_by) when 'number' then blocked_by::bigint else null end
        ) stored
      );
      create index "tasks_decision" on "tasks" ("product_decision_id", "id");
      create index "tasks_product" on "tasks" ("product_id", "id") include ("title_stems");
      create index "tasks_direction" on "tasks" ("direction_id", "id");
      create index "tasks_app" on "tasks" ("app_id", "id");
      create index "tasks_done" on "tasks" ("done_at");
      create index "tasks_due" on "tasks" ("status", "due_at");
      create index "tasks_urgent" on "tasks" ("due_at")
        where "priority" in ('high', 'critical') and "status" in ('open', 'in-progress', 'blocked');
      create index "tasks_owner" on "tasks" (lower("owner" collate "und-x-icu"), "id");
      create index "tasks_blocked_by" on "tasks" ("blocked_by_id") where "blocked_by_id" is not null;
      create index "tasks_search" on "tasks" using gin ("title" gin_trgm_ops);
      create index "tasks_words" on "tasks" using gin ("product_id", "search") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "tasks"
        add constraint "tasks_status_check"
        check ("status" in ('open', 'in-progress', 'blocked', 'done', 'cancelled'));
      alter table "tasks"
        add constraint "tasks_priority_check"
        check ("priority" in ('low', 'medium', 'high', 'critical'));
      alter table "tasks"
        add constraint "tasks_blocked_by_check"
        check ("blocked_by_id" <> "id");
      alter table "tasks"
        add constraint "tasks_product_decision_id_foreign"
        foreign key ("product_decision_id") references "decisions" ("id") on delete no action;
      alter table "tasks"
        add constraint "tasks_product_id_foreign"
        foreign key ("product_id") references "products" ("id") on delete no action;
      alter table "tasks"
        add constraint "tasks_direction_id_foreign"
        foreign key ("direction_id") references "directions" ("id") on delete no action;
      alter table "tasks"
        add constraint "tasks_app_id_foreign"
        foreign key ("app_id") references "apps" ("id") on delete no action;
      alter table "tasks"
        add constraint "tasks_blocked_by_foreign"
        foreign key ("blocked_by_id") references "tasks" ("id") on delete no action;
    `)

    this.addSql(`
      create table "canon_rules" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "direction_id" bigint null,
        "product_id" bigint null,
        "title" text not null,
        "rule_type" text not null,
        "body" text not null,
        "status" text not null default 'active',
        "approved_by" jsonb null,
        "search" tsvector generated always as (
          setweight(search_words(title), 'A')
          || setweight(search_words(body), 'B')
        ) stored
      );
      create index "canon_rules_product" on "canon_rules" ("product_id", "id");
      create index "canon_rules_direction" on "canon_rules" ("direction_id", "id");
      create index "canon_rules_words" on "canon_rules" using gin ("search") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "canon_rules"
        add constraint "canon_rules_rule_type_check"
        check ("rule_type" in ('product-definition', 'portfolio-structure', 'freeze-policy', 'direction-policy', 'summary-contract', 'portfolio-governance'));
      alter table "canon_rules"
        add constraint "canon_rules_status_check"
        check ("status" in ('draft', 'active', 'superseded', 'archived'));
      alter table "canon_rules"
        add constraint "canon_rules_direction_id_foreign"
        foreign key ("direction_id") references "directions" ("id") on delete no action;
      alter table "canon_rules"
        add constraint "canon_rules_product_id_foreign"
        foreign key ("product_id") references "products" ("id") on delete no action;
    `)
  }
}
