import { Migration } from '@mikro-orm/migrations'

/** Adds the index that finds the newest waiting proposals of a kind of record, which are compared with a new one. */
export class ProposedRecords extends Migration {
  override up(): void {
    this.addSql(`
      create index "proposals_kind_pending" on "proposals" ("kind", "id") where "status" = 'pending';
    `)
  }
}
