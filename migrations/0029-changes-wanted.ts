import { Migration } from '@mikro-orm/migrations'

/** Adds the status of a proposal whose proposer is asked for changes. */
export class ChangesWanted extends Migration {
  override up(): void {
    this.addSql(`
      alter table "proposals" drop constraint "proposals_status_check";
      alter table "proposals" drop constraint "proposals_decision_check";
      drop index "proposals_pending";
      alter table "proposals"
        add constraint "proposals_status_check"
        check ("status" in ('pending', 'changes_wanted', 'applied', 'rejected', 'withdrawn', 'expired'));
      alter table "proposals"
        add constraint "proposals_decision_check"
        check (("status" in ('pending', 'changes_wanted')) = ("decided_at" is null));
      alter table "proposals"
        add constraint "proposals_note_check"
        check ("status" <> 'changes_wanted' or "decision_note" is not null);
      create index "proposals_undecided" on "proposals" ("expires_at", "id")
        where "status" in ('pending', 'changes_wanted');
    `)
  }
}
