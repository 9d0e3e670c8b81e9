import { Migration } from '@mikro-orm/migrations'

/**
 * Creates the click statistics: one row per day, application and company. Triggers check the references of all rows of a
 * statement at once. A foreign key would find and lock the application and the company of each row, which is a quarter
 * of the cost of a batch.
 */
export class Clicks extends Migration {
  override up(): void {
    // A tenth of each new page stays free. A row that a batch replaces then stays on its page, and none of its five
    // indexes gets a new entry, which saves a fifth of the cost of a batch.
    this.addSql(`
      create table "clicks" (
        "id" bigserial primary key,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "date" date not null,
        "app_id" bigint not null,
        "company_id" bigint not null,
        "clicks" int not null,
        "status" text not null default 'ok'
      ) with (fillfactor = 90);
      alter table "clicks"
        add constraint "clicks_day" unique ("date", "app_id", "company_id");
      create index "clicks_newest" on "clicks" ("date", "id");
      create index "clicks_app" on "clicks" ("app_id", "date", "id");
      create index "clicks_company" on "clicks" ("company_id", "date", "id");
      create index "clicks_doubtful" on "clicks" ("status", "date", "id") where "status" <> 'ok';
      alter table "clicks"
        add constraint "clicks_status_check"
        check ("status" in ('ok', 'pending', 'suspicious', 'rejected'));
    `)
    this.addReferenceCheck()
    this.addKeyCheck()
    this.addDeletionCheck()
  }

  // Fails with the error of a foreign key, from which the service derives the field.
  private addReferenceCheck(): void {
    this.addSql(`
      create function check_click_references() returns trigger
        language plpgsql as $$
        begin
          if exists (select from added where not exists (select from applications where id = added.app_id)) then
            raise foreign_key_violation using message = 'the application of a click does not exist',
              table = 'clicks', constraint = 'clicks_app_id_foreign';
          end if;
          if exists (select from added where not exists (select from companies where id = added.company_id)) then
            raise foreign_key_violation using message = 'the company of a click does not exist',
              table = 'clicks', constraint = 'clicks_company_id_foreign';
          end if;
          return null;
        end $$;
      create trigger "clicks_references" after insert on "clicks"
        referencing new table as added for each statement execute function check_click_references();
    `)
  }

  private addKeyCheck(): void {
    this.addSql(`
      create function reject_click_key_change() returns trigger
        language plpgsql as $$
        begin
          raise restrict_violation using message = 'the application and the company of a click never change';
        end $$;
      create trigger "clicks_keep_references" before update of "app_id", "company_id" on "clicks"
        for each statement execute function reject_click_key_change();
      create trigger "applications_keep_id" before update of "id" on "applications"
        for each statement execute function reject_click_key_change();
      create trigger "companies_keep_id" before update of "id" on "companies"
        for each statement execute function reject_click_key_change();
    `)
  }

  // The service deletes no application and no company; this guards against statements of an operator. The lock waits
  // for transactions that have added clicks and holds up new ones. Only in READ COMMITTED does the check then see those
  // clicks.
  private addDeletionCheck(): void {
    this.addSql(`
      create function check_clicks_of_deleted() returns trigger
        language plpgsql as $$
        declare
          referenced boolean;
        begin
          if not exists (select from removed) then
            return null;
          end if;
          if current_setting('transaction_isolation') <> 'read committed' then
            raise feature_not_supported using message = 'applications and companies can be deleted only in READ COMMITTED transactions';
          end if;
          lock table clicks in share row exclusive mode;
          execute format('select exists (select from removed join clicks on clicks.%I = removed.id)', tg_argv[0])
            into referenced;
          if referenced then
            raise foreign_key_violation using message = format('a row of %s still has clicks', tg_table_name),
              table = 'clicks', constraint = format('clicks_%s_foreign', tg_argv[0]);
          end if;
          return null;
        end $$;
      create trigger "applications_keep_clicks" after delete on "applications"
        referencing old table as removed for each statement execute function check_clicks_of_deleted('app_id');
      create trigger "companies_keep_clicks" after delete on "companies"
        referencing old table as removed for each statement execute function check_clicks_of_deleted('company_id');

      create function check_clicks_of_truncated() returns trigger
        language plpgsql as $$
        begin
          if exists (select from clicks) then
            raise foreign_key_violation using message = format('clicks reference %s: truncate both', tg_table_name),
              table = 'clicks';
          end if;
          return null;
        end $$;
      create trigger "applications_truncated" after truncate on "applications"
        for each statement execute function check_clicks_of_truncated();
      create trigger "companies_truncated" after truncate on "companies"
        for each statement execute function check_clicks_of_truncated();
    `)
  }
}
