import { Migration } from '@mikro-orm/migrations'

/**
 * Adds running totals of the clicks. A row has one element for each day of its month: the clicks from the first day to
 * that day. The sum of any period is then a difference of two elements for each month. Rejected clicks count only in the
 * totals of their status.
 *
 * A statement that writes clicks only notes their days. Until a background task has added them to the totals, these days
 * are read from the clicks.
 */
export class ClickMonths extends Migration {
  override up(): void {
    this.addSql(`
      create table "click_months" (
        "month" date not null,
        "dimension" text collate "C" not null,
        "key" text collate "C" not null,
        "clicks" bigint[] not null,
        primary key ("month", "dimension", "key")
      );
      create table "changed_click_days" ("date" date not null);
      insert into "changed_click_days" ("date")
        with recursive days as (
          (select date from clicks order by date limit 1)
          union all
          select (select clicks.date from clicks where clicks.date > days.date order by clicks.date limit 1)
          from days where days.date is not null
        )
        select date from days where date is not null;

      create function note_changed_click_days() returns trigger
        language plpgsql as $$
        begin
          if tg_op = 'TRUNCATE' then
            delete from click_months;
          elsif tg_op = 'INSERT' then
            insert into changed_click_days (date) select distinct date from added;
          elsif tg_op = 'UPDATE' then
            insert into changed_click_days (date) select date from added union select date from removed;
          else
            insert into changed_click_days (date) select distinct date from removed;
          end if;
          return null;
        end $$;
      create trigger "clicks_note_added" after insert on "clicks"
        referencing new table as added for each statement execute function note_changed_click_days();
      create trigger "clicks_note_changed" after update on "clicks"
        referencing old table as removed new table as added
        for each statement execute function note_changed_click_days();
      create trigger "clicks_note_removed" after delete on "clicks"
        referencing old table as removed for each statement execute function note_changed_click_days();
      create trigger "clicks_note_truncated" after truncate on "clicks"
        for each statement execute function note_changed_click_days();
    `)
  }
}
