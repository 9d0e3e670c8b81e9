import { Migration } from '@mikro-orm/migrations'

/** Finds the earlier proposals of the same write. */
export class RepeatedProposals extends Migration {
  override up(): void {
    this.addSql(`create index "proposals_digest" on "proposals" ("credential", "digest")`)
  }
}
