import { Migration } from '@mikro-orm/migrations'

/** Lets channels be paused for a reason, as webhooks are, and stores since when one fails. */
export class PausedChannels extends Migration {
  override up(): void {
    this.addSql(`
      alter table "channels" add "state_reason" text null;
      alter table "channels" add "failing_since" timestamptz(3) null;
      alter table "channels" drop constraint "channels_state_check";
      alter table "channels" add constraint "channels_state_check" check ("state" in ('on', 'off', 'paused'));
    `)
  }
}
