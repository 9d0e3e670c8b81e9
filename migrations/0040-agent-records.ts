import { Migration } from '@mikro-orm/migrations'

/** Stores whether a reviewed change was accepted, and finds what was accepted and what may have been undone. */
export class AgentRecords extends Migration {
  override up(): void {
    this.addSql(`
      alter table "reviewed_changes" add column "is_accepted" boolean not null default true;
      create index "reviewed_changes_accepted" on "reviewed_changes" ("history_id") where "is_accepted";
      create index "history_undoing" on "history" ("created_at", "record_type", "record_id")
        where (("actor"->>'type') = 'user' or "event" in ('retracted', 'deleted', 'restored'));
    `)
  }
}
