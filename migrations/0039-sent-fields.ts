import { Migration } from '@mikro-orm/migrations'

/** Keeps the fields that a request sent, so that a guard can be tried on earlier writes. */
export class SentFields extends Migration {
  override up(): void {
    this.addSql(`alter table "history" add column "fields" jsonb null`)
  }
}
