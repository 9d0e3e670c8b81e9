import { Migration } from '@mikro-orm/migrations'

/** Creates the accounts of an OpenID provider with which users sign in. */
export class OpenIdAccounts extends Migration {
  override up(): void {
    this.addSql(`
      create table "openid_accounts" (
        "id" bigserial primary key,
        "user_id" bigint not null,
        "issuer" text not null,
        "subject" text not null,
        "created_at" timestamptz(3) not null default now()
      );
      alter table "openid_accounts" add constraint "openid_accounts_subject_taken" unique ("issuer", "subject");
      alter table "openid_accounts" add constraint "openid_accounts_issuer_taken" unique ("user_id", "issuer");
      alter table "openid_accounts"
        add constraint "openid_accounts_user_id_foreign"
        foreign key ("user_id") references "users" ("id") on delete cascade;
    `)
  }
}
