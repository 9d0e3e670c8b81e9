import { Migration } from '@mikro-orm/migrations'

/** Creates the LLM resources (agents, services, their improvements, tasks and bugs), and inserts the agent "main". */
export class Assistants extends Migration {
  override up(): void {
    this.addSql(`
      create table "agents" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "name" text not null,
        "title" text null,
        "description" text null,
        "model" text null,
        "is_active" boolean not null default true,
        "restart_count" int not null default 0,
        "last_restarted_at" timestamptz(3) null,
        "last_seen_at" timestamptz(3) null,
        "deleted_at" timestamptz(3) null,
        "words" tsvector generated always as (search_words(name) || search_words(title)) stored
      );
      create unique index "agents_name_taken" on "agents" (lower("name")) where "deleted_at" is null;
    `)

    this.addSql(`
      create table "services" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "name" text not null,
        "slug" text not null,
        "description" text null,
        "url" text null,
        "repo_url" text null,
        "status" text not null default 'active',
        "owner" text null,
        "words" tsvector generated always as (search_words(name) || search_words(slug)) stored
      );
      alter table "services"
        add constraint "services_slug_taken" unique ("slug");
      alter table "services"
        add constraint "services_status_check"
        check ("status" in ('active', 'paused', 'archived'));
    `)

    this.addSql(`
      create table "improvements" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "service_id" bigint null,
        "title" text not null,
        "description" text null,
        "status" text not null default 'new',
        "priority" text not null default 'medium',
        "proposed_by" text null,
        "done_at" timestamptz(3) null,
        "words" tsvector generated always as (search_words(title)) stored
      );
      create index "improvements_service" on "improvements" ("service_id", "id");
      create index "improvements_status" on "improvements" ("status", "id");
      create index "improvements_words" on "improvements" using gin ("words") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "improvements"
        add constraint "improvements_status_check"
        check ("status" in ('new', 'planned', 'in-progress', 'done', 'rejected'));
      alter table "improvements"
        add constraint "improvements_priority_check"
        check ("priority" in ('low', 'medium', 'high', 'critical'));
      alter table "improvements"
        add constraint "improvements_service_id_foreign"
        foreign key ("service_id") references "services" ("id") on delete no action;
    `)

    this.addSql(`
      create table "service_tasks" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "service_id" bigint null,
        "improvement_id" bigint null,
        "agent_id" bigint null,
        "title" text not null,
        "description" text null,
        "status" text not null default 'open',
        "priority" text not null default 'medium',
        "assignee" text null,
        "due_at" date null,
        "words" tsvector generated always as (search_words(title)) stored
      );
      create index "service_tasks_service" on "service_tasks" ("service_id", "id");
      create index "service_tasks_improvement" on "service_tasks" ("improvement_id", "id");
      create index "service_tasks_agent" on "service_tasks" ("agent_id", "id");
      create index "service_tasks_status" on "service_tasks" ("status", "id");
      create index "service_tasks_words" on "service_tasks" using gin ("words") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "service_tasks"
        add constraint "service_tasks_status_check"
        check ("status" in ('open', 'in-progress', 'blocked', 'done', 'cancelled'));
      alter table "service_tasks"
        add constraint "service_tasks_priority_check"
        check ("priority" in ('low', 'medium', 'high', 'critical'));
      alter table "service_tasks"
        add constraint "service_tasks_service_id_foreign"
        foreign key ("service_id") references "services" ("id") on delete no action;
      alter table "service_tasks"
        add constraint "service_tasks_improvement_id_foreign"
        foreign key ("improvement_id") references "improvements" ("id") on delete no action;
      alter table "service_tasks"
        add constraint "service_tasks_agent_id_foreign"
        foreign key ("agent_id") references "agents" ("id") on delete no action;
    `)

    this.addSql(`
      create table "bugs" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "service_id" bigint null,
        "title" text not null,
        "description" text null,
        "steps" text null,
        "status" text not null default 'new',
        "severity" text not null default 'medium',
        "reported_by" text null,
        "resolved_at" timestamptz(3) null,
        "words" tsvector generated always as (search_words(title)) stored
      );
      create index "bugs_service" on "bugs" ("service_id", "id");
      create index "bugs_status" on "bugs" ("status", "id");
      create index "bugs_words" on "bugs" using gin ("words") with (fastupdate = on, gin_pending_list_limit = 64);
      alter table "bugs"
        add constraint "bugs_status_check"
        check ("status" in ('new', 'confirmed', 'in-progress', 'fixed', 'wont-fix', 'duplicate'));
      alter table "bugs"
        add constraint "bugs_severity_check"
        check ("severity" in ('low', 'medium', 'high', 'critical'));
      alter table "bugs"
        add constraint "bugs_service_id_foreign"
        foreign key ("service_id") references "services" ("id") on delete no action;
    `)

    this.addSql(`
      insert into "agents" ("name", "title", "created_by", "updated_by")
      select 'main', 'Main assistant', "author", "author"
      from (select '{"type":"system","id":null,"name":"system"}'::jsonb as "author") as "service"
    `)
  }
}
