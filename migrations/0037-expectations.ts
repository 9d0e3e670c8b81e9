import { Migration } from '@mikro-orm/migrations'

/** Adds what a decision is expected to change, and what a person says came of it. */
export class Expectations extends Migration {
  override up(): void {
    this.addSql(`
      alter table "decisions"
        add column "expected" jsonb not null default '[]',
        add column "outcome" text null,
        add column "outcome_note" text null,
        add column "judged_at" timestamptz(3) null,
        add column "judged_by" jsonb null;
      alter table "decisions"
        add constraint "decisions_expected_check"
        check (jsonb_typeof("expected") = 'array' and jsonb_array_length("expected") <= 5);
      alter table "decisions"
        add constraint "decisions_outcome_check"
        check ("outcome" in ('met', 'partly', 'not-met', 'unclear'));
      alter table "decisions"
        add constraint "decisions_judged_check"
        check (("outcome" is null) = ("judged_at" is null) and ("outcome" is null) = ("judged_by" is null));
      create index "decisions_verdict_due" on "decisions" ((least("expected"->0->>'by', "expected"->1->>'by', "expected"->2->>'by', "expected"->3->>'by', "expected"->4->>'by')))
        where "status" = 'active' and "outcome" is null and "expected" <> '[]';
    `)
  }
}
