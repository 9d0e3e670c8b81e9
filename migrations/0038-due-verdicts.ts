import { Migration } from '@mikro-orm/migrations'

/** Adds the verdicts that history says are due. */
export class DueVerdicts extends Migration {
  override up(): void {
    this.addSql(`
      create table "due_verdicts" (
        "decision_id" bigint not null,
        "expected_by" date not null,
        primary key ("decision_id", "expected_by")
      );
      alter table "due_verdicts"
        add constraint "due_verdicts_decision_id_foreign"
        foreign key ("decision_id") references "decisions" ("id") on delete cascade;
    `)
  }
}
