import { Migration } from '@mikro-orm/migrations'

/** Adds the agent that a task is delegated to. */
export class Delegation extends Migration {
  override up(): void {
    this.addSql(`
      alter table "tasks" add column "delegate_token_id" bigint null;
      create index "tasks_delegate" on "tasks" ("delegate_token_id", "id") where "delegate_token_id" is not null;
      alter table "tasks"
        add constraint "tasks_delegate_token_id_foreign"
        foreign key ("delegate_token_id") references "tokens" ("id") on delete no action;
    `)
  }
}
