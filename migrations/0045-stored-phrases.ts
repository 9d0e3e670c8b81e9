import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the phrases of why a delivery failed and why a receiver is paused or off, which people read in their language,
 * and those of the warnings in the preview of a proposal. An older row has its English only.
 */
export class StoredPhrases extends Migration {
  override up(): void {
    this.addSql(`
      alter table "deliveries" add column "failure_phrase" jsonb null;
      alter table "webhooks" add column "state_reason_phrase" jsonb null;
      alter table "channels" add column "state_reason_phrase" jsonb null;
      alter table "proposals" add column "phrases" jsonb not null default '{}';
    `)
  }
}
