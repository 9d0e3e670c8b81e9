import { Migration } from '@mikro-orm/migrations'

/** Notifies every process of a change that may end a credential, so that each can cache valid credentials. */
export class CredentialNotifications extends Migration {
  override up(): void {
    this.addSql(`
      create function notify_credentials() returns trigger
        language plpgsql as $$
        begin
          notify credentials;
          return null;
        end $$;
      create trigger tokens_changed
        after update of "prefix", "digest", "user_id", "name", "abilities", "expires_at", "revoked_at" or delete or truncate
        on "tokens" for each statement execute function notify_credentials();
      create trigger users_changed
        after update of "name", "role", "status" or delete or truncate
        on "users" for each statement execute function notify_credentials();
    `)
  }
}
