import { Migration } from '@mikro-orm/migrations'

/** Adds the claims of tasks. */
export class TaskClaims extends Migration {
  override up(): void {
    this.addSql(`
      create table "task_claims" (
        "task_id" bigint not null primary key,
        "credential" text not null,
        "token_id" bigint null,
        "claimed_by" jsonb not null,
        "claimed_at" timestamptz(3) not null default now(),
        "expires_at" timestamptz(3) not null
      );
      create index "task_claims_token" on "task_claims" ("token_id");
      create index "tasks_active" on "tasks" ("id") where "status" in ('open', 'in-progress');
      alter table "task_claims"
        add constraint "task_claims_task_id_foreign"
        foreign key ("task_id") references "tasks" ("id") on delete cascade;
      alter table "task_claims"
        add constraint "task_claims_token_id_foreign"
        foreign key ("token_id") references "tokens" ("id") on delete cascade;
    `)
  }
}
