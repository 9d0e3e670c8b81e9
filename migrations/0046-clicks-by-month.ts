import { Migration } from '@mikro-orm/migrations'

/**
 * Partitions the clicks, so that old ones are dropped with their partition: this year and the last one by month, other
 * years by year. The days before 2015 share a partition, and so do those from 2040 on: such clicks are mistakes. A
 * statement without a day locks every partition and its indexes, and hundreds of partitions would exhaust the lock table.
 * There is no default partition, because PostgreSQL cannot detach a partition concurrently from a table that has one.
 */
export class ClicksByMonth extends Migration {
  override up(): void {
    // The new indexes get the names of the old ones, and the sequence stays.
    this.addSql(`
      alter table "clicks" rename to "clicks_of_all_months";
      alter sequence "clicks_id_seq" owned by none;
      alter table "clicks_of_all_months" drop constraint "clicks_pkey", drop constraint "clicks_day";
      drop index "clicks_newest", "clicks_app", "clicks_company", "clicks_doubtful";
      create table "clicks" (
        "id" bigint not null default nextval('clicks_id_seq'),
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null,
        "updated_by" jsonb not null,
        "date" date not null,
        "app_id" bigint not null,
        "company_id" bigint not null,
        "clicks" int not null,
        "status" text not null default 'ok',
        constraint "clicks_status_check" check ("status" in ('ok', 'pending', 'suspicious', 'rejected'))
      ) partition by range ("date");
      alter sequence "clicks_id_seq" owned by "clicks"."id";
    `)
    this.addPartitions()
    // Indexes and foreign keys are faster to build once the rows are there.
    this.addSql(`
      insert into "clicks" (${columns}) select ${columns} from "clicks_of_all_months" order by "date", "id";
      drop table "clicks_of_all_months";
      alter table "clicks"
        add constraint "clicks_pkey" primary key ("id", "date"),
        add constraint "clicks_day" unique ("date", "app_id", "company_id");
      create index "clicks_newest" on "clicks" ("date", "id");
      create index "clicks_app" on "clicks" ("app_id", "date", "id");
      create index "clicks_company" on "clicks" ("company_id", "date", "id");
      create index "clicks_doubtful" on "clicks" ("status", "date", "id") where "status" <> 'ok';
      alter table "clicks"
        add constraint "clicks_app_id_foreign" foreign key ("app_id") references "applications" ("id"),
        add constraint "clicks_company_id_foreign" foreign key ("company_id") references "companies" ("id");
      create trigger "clicks_note_added" after insert on "clicks"
        referencing new table as added for each statement execute function note_changed_click_days();
      create trigger "clicks_note_changed" after update on "clicks"
        referencing old table as removed new table as added
        for each statement execute function note_changed_click_days();
      create trigger "clicks_note_removed" after delete on "clicks"
        referencing old table as removed for each statement execute function note_changed_click_days();
      create trigger "clicks_note_truncated" after truncate on "clicks"
        for each statement execute function note_changed_click_days();
      analyze "clicks";
    `)
  }

  // A table that is created first and attached then needs no lock for which readers or writers of clicks would wait. A
  // tenth of each of its pages stays free, as in the table before. Sorted by name, the partitions are in the order of their last days.
  private addPartitions(): void {
    this.addSql(`
      create function create_clicks_partition(day date) returns void
        language plpgsql as $$
        declare
          today date := now() at time zone 'utc';
          first date := date_trunc('month', day);
          length interval := '1 month';
          name text := to_char(day, '"clicks_"YYYY_MM');
          of_year text := to_char(day, '"clicks_"YYYY"_all"');
          bounds text;
          tables text[];
        begin
          perform pg_advisory_xact_lock(hashtextextended('clicks.partitions', 0));
          tables := array(select relname::text from pg_class
            where relnamespace = quote_ident(current_schema())::regnamespace and relkind = 'r'
              and relname like 'clicks\\_%');
          if extract(year from today) - extract(year from day) not in (0, 1)
            and first <> date_trunc('month', today) + interval '1 month'
            and array_to_string(tables, ' ') !~ to_char(day, '"clicks_"YYYY"_[0-9]"')
          then
            first := date_trunc('year', day);
            length := '1 year';
            name := of_year;
          end if;
          bounds := format('from (%L) to (%L)', first, (first + length)::date);
          if day < '2015-01-01' then
            name := 'clicks_2014_or_before';
            bounds := 'from (minvalue) to (''2015-01-01'')';
          elsif day >= '2040-01-01' then
            name := 'clicks_from_2040';
            bounds := 'from (''2040-01-01'') to (maxvalue)';
          end if;
          if not (name = any(tables) or of_year = any(tables)) then
            execute format('create table %I (like clicks including all) with (fillfactor = 90)', name);
            execute format('alter table clicks attach partition %I for values %s', name, bounds);
          end if;
        end $$;
      select create_clicks_partition(month::date) from (
        select distinct date_trunc('month', date) as month from "clicks_of_all_months"
        union select now() at time zone 'utc' union select now() at time zone 'utc' + interval '1 month'
      ) as months;
    `)
  }
}

const columns = 'id, created_at, updated_at, created_by, updated_by, date, app_id, company_id, clicks, status'
