import { Migration } from '@mikro-orm/migrations'

/** Adds to the request log why a request was answered with 4xx: the code of the error, and the messages by field. */
export class RequestErrors extends Migration {
  override up(): void {
    // Only the rows of such requests are in the index.
    this.addSql(`
      alter table "request_logs" add column "code" text, add column "errors" jsonb;
      create index "request_logs_code_created" on "request_logs" ("code", "created_at") where "code" is not null;
    `)
  }
}
