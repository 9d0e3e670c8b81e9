import { Migration } from '@mikro-orm/migrations'

/** Adds the language that a user chose for the web interface, and that of the messages of a channel. */
export class Languages extends Migration {
  override up(): void {
    this.addSql(`
      alter table "users" add column "language" text null
        constraint "users_language_check" check ("language" in ('en', 'ru'));
      alter table "channels" add column "language" text not null default 'en'
        constraint "channels_language_check" check ("language" in ('en', 'ru'));
    `)
  }
}
