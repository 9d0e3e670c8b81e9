-- clicks.compare
with days as materialized (
    select day::date as date, date_trunc('month', day)::date as month, extract(day from day)::int as nth, day >= :from::date as is_current
    from generate_series(:before_from::date, :to::date, interval '1 day') as day
    where day >= :before_from::date and day <= :to::date and (day <= :before_to::date or day >= :from::date)
  ),
  raw_days as materialized (select date from days),
  raw as materialized (
    select record.date, record."app_id"::text as key, sum(record.clicks) as clicks
    from clicks as record
    where record.date >= :before_from::date
      and record.date <= :to::date
      and (record.date <= :before_to::date or record.date >= :from::date)
      and record.app_id = :app_id
      and record.company_id = :company_id
      and record.status <> 'rejected'
    group by record.date, record."app_id"
  ),
  spans as materialized (
    select month, is_current, min(nth) as first, max(nth) as last
    from (
        select *, nth - row_number() over (partition by month, is_current order by nth) as island
        from days
        where date not in (select date from raw_days)
      ) as days
    group by month, is_current, island
  ),
  parts as not materialized (
    select stored.key, spans.is_current, stored.clicks[spans.last] - coalesce(stored.clicks[spans.first - 1], 0) as clicks
    from spans
      join click_months as stored on stored.month = spans.month
      and stored.dimension = 'application'
      and stored.month >= date_trunc('month', :before_from::date)
      and stored.month <= :to::date
    union all
    select key, date >= :from::date, clicks
    from raw
  ),
  sums as materialized (
    select
      key, coalesce(sum(clicks) filter (where is_current), 0)::bigint as clicks,
      coalesce(sum(clicks) filter (where not is_current), 0)::bigint as clicks_before
    from parts
    group by key
  ),
  row_of as materialized (select id::text as part, id::text as key, id, name, platform from applications),
  named as materialized (
    select row_of.key, row_of.id, row_of.name, row_of.platform, sum(sums.clicks)::bigint as clicks, sum(sums.clicks_before)::bigint as clicks_before
    from sums join row_of on row_of.part = sums.key
    group by row_of.key, row_of.id, row_of.name, row_of.platform
    having sum(sums.clicks) > 0 or sum(sums.clicks_before) > 0
  ),
  shown as materialized (select * from named order by clicks desc, key limit 50),
  totals as (
    select days.date, stored.clicks[days.nth] - coalesce(stored.clicks[days.nth - 1], 0) as clicks
    from days join click_months as stored on stored.dimension = 'status' and stored.month = days.month
    where stored.key <> 'rejected' and days.date not in (select date from raw_days)
    union all
    select date, clicks
    from raw
    where key <> 'rejected'
  ),
  daily as (select date, sum(clicks)::bigint as clicks from totals group by date),
  part as materialized (
    select row_of.part as key, row_of.key as row_key
    from row_of join shown on shown.key = row_of.key join sums on sums.key = row_of.part
  ),
  shown_months as materialized (
    select
      shown.key, months.month,
      (select clicks from click_months where month = months.month and dimension = 'application' and key = shown.key) as clicks
    from "part" as shown cross join (select distinct month from days where is_current) as months
  ),
  shown_days as materialized (
    select key, date, clicks
    from raw
    where key in (select key from "part")
    union all
    select stored.key, days.date, stored.clicks[days.nth] - coalesce(stored.clicks[days.nth - 1], 0) as clicks
    from shown_months as stored join days on days.month = stored.month
    where days.is_current and days.date not in (select date from raw_days)
  ),
  row_days as materialized (
    select part.row_key, shown_days.date, sum(shown_days.clicks)::bigint as clicks
    from shown_days join part on part.key = shown_days.key
    group by part.row_key, shown_days.date
  ),
  series as materialized (
    select shown.key, json_agg(coalesce(row_days.clicks, 0) order by days.date) as days
    from shown cross join days left join row_days on row_days.date = days.date and row_days.row_key = shown.key
    where days.is_current
    group by shown.key
  )
select
  (select count(*) from named) as count,
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'id', id, 'name', name, 'platform', platform, 'clicks', clicks,
            'clicks_before', clicks_before, 'days', (select days from series where series.key = shown.key)
          )
          order by clicks desc, key
        ),
        '[]'
      )
    from shown
  ) as rows,
  (
    select
      json_agg(
        json_build_object('date', days.date, 'clicks', coalesce(daily.clicks, 0), 'clicks_before', coalesce(earlier.clicks, 0))
        order by days.date
      )
    from days left join daily on daily.date = days.date left join daily as earlier on earlier.date = days.date - (:from::date - :before_from::date)
    where days.is_current
  ) as days;

-- clicks.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."date",
  "record"."app_id", "record"."company_id", "record"."clicks", "record"."status"
from "clicks" as "record"
where (record.app_id = :app_id and ("record"."date" >= :date_from))
order by "record"."date" desc, "record"."id" desc
limit 26;

-- clicks.per_day
with daily as (select date, sum(clicks) as clicks from clicks where date >= :before_from::date and date <= :today::date and status <> 'rejected' group by date),
  shown as (select date::date from generate_series(:from::date, :today::date, interval '1 day') as date)
select shown.date, coalesce(current.clicks, 0) as clicks, case when shown.date < :today::date then coalesce(previous.clicks, 0) end as clicks_before
from shown left join daily as current on current.date = shown.date left join daily as previous on previous.date = shown.date - (:from::date - :before_from::date)
order by shown.date;

-- clicks.unknown_references
select
  array(
    select id
    from unnest(:app_ids::bigint[]) as given (id)
    where not exists (select from applications where applications.id = given.id and deleted_at is null)
  ) as apps,
  array(
    select id
    from unnest(:company_ids::bigint[]) as given (id)
    where not exists (select from companies where companies.id = given.id and deleted_at is null)
  ) as companies;

-- clicks.upsert
with given as materialized (
    select nextval('clicks_id_seq') as id, date, app_id, company_id, clicks, status
    from unnest(:dates::date[], :app_ids::bigint[], :company_ids::bigint[], :clicks::int[], :statuses::text[]) as row (date, app_id, company_id, clicks, status)
  ),
  stored as (
    insert into clicks as stored (id, date, app_id, company_id, clicks, status, created_by, updated_by)
    select given.*, :author::jsonb, :author::jsonb
    from given
    on conflict (date, app_id, company_id) do update
    set clicks = excluded.clicks, status = excluded.status, updated_by = excluded.updated_by, updated_at = excluded.updated_at
    where (stored.clicks, stored.status) is distinct from (excluded.clicks, excluded.status)
    returning
      id, date, app_id, company_id, clicks, status, created_at, updated_at
  )
select stored.*, given.id is not null as created
from stored left join given using (id);

-- clicks.upsert_many
with given as materialized (
    select nextval('clicks_id_seq') as id, date, app_id, company_id, clicks, status
    from unnest(:dates::date[], :app_ids::bigint[], :company_ids::bigint[], :clicks::int[], :statuses::text[]) as row (date, app_id, company_id, clicks, status)
  ),
  stored as (
    insert into clicks as stored (id, date, app_id, company_id, clicks, status, created_by, updated_by)
    select given.*, :author::jsonb, :author::jsonb
    from given
    on conflict (date, app_id, company_id) do update
    set clicks = excluded.clicks, status = excluded.status, updated_by = excluded.updated_by, updated_at = excluded.updated_at
    where (stored.clicks, stored.status) is distinct from (excluded.clicks, excluded.status)
    returning
      id, date, app_id, company_id, clicks, status, created_at, updated_at
  )
select count(given.id) as created, count(*) - count(given.id) as updated
from stored left join given using (id);

-- clicks.with_names
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."date", "record"."clicks", "record"."status",
  (select json_build_object('id', id, 'name', "name") from "applications" where id = record."app_id") as "application",
  (select json_build_object('id', id, 'name', "name") from "companies" where id = record."company_id") as "company"
from "clicks" as "record"
where record.id = any (:ids::bigint[]);
