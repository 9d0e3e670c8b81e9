import { Migration } from '@mikro-orm/migrations'

/** Creates the records of the OAuth server: clients, grants, codes, tokens, and its keys. */
export class OAuth extends Migration {
  override up(): void {
    this.addSql(`
      create table "oauth_records" (
        "id" bigserial primary key,
        "model" text not null,
        "digest" text not null,
        "grant_digest" text null,
        "user_id" bigint null,
        "client_id" text null,
        "name" text null,
        "payload" jsonb not null,
        "consumed_at" timestamptz(3) null,
        "last_used_at" timestamptz(3) null,
        "expires_at" timestamptz(3) null,
        "created_at" timestamptz(3) not null default now()
      );
      alter table "oauth_records" add constraint "oauth_records_digest_taken" unique ("model", "digest");
      create unique index "oauth_records_client_id_taken" on "oauth_records" ("user_id", "client_id")
        where "model" = 'Grant';
      create index "oauth_records_grant" on "oauth_records" ("grant_digest") where "grant_digest" is not null;
      create index "oauth_records_user" on "oauth_records" ("user_id") where "user_id" is not null;
      create index "oauth_records_expiry" on "oauth_records" ("expires_at");
      alter table "oauth_records"
        add constraint "oauth_records_user_id_foreign"
        foreign key ("user_id") references "users" ("id") on delete cascade;
    `)
  }
}
