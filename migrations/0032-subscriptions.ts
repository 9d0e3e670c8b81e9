import { Migration } from '@mikro-orm/migrations'

/** Lets a webhook be the subscription of a credential to one type of events. */
export class Subscriptions extends Migration {
  override up(): void {
    this.addSql(`
      alter table "webhooks"
        add "subscription" text null,
        add "arguments" jsonb null,
        add "credential" text null,
        add "token_id" bigint null,
        add "grant_id" bigint null,
        add "environment_digest" text null,
        add "expires_at" timestamptz(3) null,
        add "oldest_at" timestamptz(3) null,
        add "delivered_cursor" text null,
        add "last_error" text null,
        add constraint "webhooks_owner_check"
        check (num_nonnulls("token_id", "grant_id", "environment_digest") = num_nonnulls("subscription")
          and num_nonnulls("arguments", "credential", "expires_at") = 3 * num_nonnulls("subscription")),
        add constraint "webhooks_token_id_foreign"
        foreign key ("token_id") references "tokens" ("id") on delete cascade,
        add constraint "webhooks_grant_id_foreign"
        foreign key ("grant_id") references "oauth_records" ("id") on delete cascade;
      create unique index "webhooks_subscription_taken" on "webhooks" ("subscription") where "subscription" is not null;
      create index "webhooks_credential" on "webhooks" ("credential") where "credential" is not null;
      create index "webhooks_token" on "webhooks" ("token_id") where "token_id" is not null;
      create index "webhooks_grant" on "webhooks" ("grant_id") where "grant_id" is not null;
    `)
  }
}
