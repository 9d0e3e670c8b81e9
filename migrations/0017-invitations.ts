import { Migration } from '@mikro-orm/migrations'

/** Creates the links with which users choose their first password. */
export class Invitations extends Migration {
  override up(): void {
    this.addSql(`
      create table "invitations" (
        "user_id" bigint primary key,
        "digest" text not null,
        "expires_at" timestamptz(3) not null
      );
      alter table "invitations" add constraint "invitations_digest_taken" unique ("digest");
      alter table "invitations"
        add constraint "invitations_user_id_foreign"
        foreign key ("user_id") references "users" ("id") on delete cascade;
    `)
  }
}
