import { Migration } from '@mikro-orm/migrations'

/** Creates the users and their access tokens. */
export class People extends Migration {
  override up(): void {
    this.addSql(`
      create table "users" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "name" text not null,
        "email" text not null,
        "role" text not null,
        "status" text not null default 'active',
        "password" text not null
      );
      alter table "users"
        add constraint "users_email_taken" unique ("email");
      alter table "users"
        add constraint "users_role_check"
        check ("role" in ('admin', 'manager', 'user'));
      alter table "users"
        add constraint "users_status_check"
        check ("status" in ('active', 'inactive', 'blocked'));
    `)

    this.addSql(`
      alter table "tokens" add column "user_id" bigint null;
      alter table "tokens"
        add constraint "tokens_user_id_foreign"
        foreign key ("user_id") references "users" ("id") on delete cascade;
      create index "tokens_user" on "tokens" ("user_id", "id") where "user_id" is not null;
      alter table "history" add column "token" jsonb null;
    `)
  }
}
