import { Migration } from '@mikro-orm/migrations'

/** Adds the indexes for the filters of decisions and tasks by owner and review date, and for the search in insights. */
export class Filters extends Migration {
  override up(): void {
    this.addSql(`
      create index "decisions_owner" on "decisions" (lower("owner" collate "und-x-icu"), "id");
      create index "decisions_review_date" on "decisions" ("review_at");
      create index "tasks_owner" on "tasks" (lower("owner" collate "und-x-icu"), "id");
      create index "insights_search" on "insights" using gin ("title" gin_trgm_ops);
    `)
  }
}
