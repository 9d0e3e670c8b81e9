import { Migration } from '@mikro-orm/migrations'

/** Adds the indexes for lists that begin with the records that are open, the most severe or urgent of them first. */
export class Urgency extends Migration {
  override up(): void {
    this.addSql(`
      create index "signals_urgency" on "signals" (
        (case when "status" in ('open', 'acknowledged', 'in-progress')
          then array_position('{low,medium,high,critical}'::text[], "severity") end) desc nulls last,
        "id" desc);
      create index "tasks_urgency" on "tasks" (
        (case when "status" in ('open', 'in-progress', 'blocked')
          then array_position('{low,medium,high,critical}'::text[], "priority") end) desc nulls last,
        (case when "status" in ('open', 'in-progress', 'blocked') then "due_at" end),
        "id" desc);
      create index "decisions_urgency" on "decisions" (
        (case when "status" = 'active' then "review_at" end), "id" desc);
    `)
  }
}
