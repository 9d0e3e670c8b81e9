-- portfolio/keyword-position/read.ts: list, one: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."app_id", "record"."keyword", "record"."country",
  "record"."platform", "record"."position", "record"."measured", "record"."date",
  app.slug as "app_slug", app.name as "app_name"
from
  "keyword_positions" as "record"
  left join "apps" as "app" on "app"."id" = "record"."app_id"
where (true and (true))
order by "record"."date" desc, "record"."id" desc
limit 51;

-- portfolio/keyword-position/read.ts: list, one: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."app_id", "record"."keyword", "record"."country",
  "record"."platform", "record"."position", "record"."measured", "record"."date",
  app.slug as "app_slug", app.name as "app_name"
from
  "keyword_positions" as "record"
  left join "apps" as "app" on "app"."id" = "record"."app_id"
where
  (
    true
    and record.app_id = (select id from apps where slug = :app_slug)
    and lower(record.keyword) = lower(:keyword)
    and record.country = :country
    and record.platform = :platform
    and (true and "record"."date" >= :date_from and "record"."date" <= :date_to)
    and record.keyword ilike :search
    and lower(record.keyword) = any (:keywords::text[])
  )
  and (record.date, record.id) < (:after_date::date, :after_id::bigint)
order by "record"."date" desc, "record"."id" desc
limit 51;

-- portfolio/keyword-position/read.ts: list, one: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from
      "keyword_positions" as "record"
      left join "apps" as "app" on "app"."id" = "record"."app_id"
    where (true and (true))
    limit 1001
  ) as "matching";

-- portfolio/keyword-position/read.ts: list, one: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from
      "keyword_positions" as "record"
      left join "apps" as "app" on "app"."id" = "record"."app_id"
    where
      (
        true
        and record.app_id = (select id from apps where slug = :app_slug)
        and lower(record.keyword) = lower(:keyword)
        and record.country = :country
        and record.platform = :platform
        and (true and "record"."date" >= :date_from and "record"."date" <= :date_to)
        and record.keyword ilike :search
        and lower(record.keyword) = any (:keywords::text[])
      )
  ) as "matching";

-- portfolio/keyword-position/read.ts: list, one: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."app_id", "record"."keyword", "record"."country",
  "record"."platform", "record"."position", "record"."measured", "record"."date",
  app.slug as "app_slug", app.name as "app_name"
from
  "keyword_positions" as "record"
  left join "apps" as "app" on "app"."id" = "record"."app_id"
where
  (true and (true))
  and record.id = :id;

-- portfolio/keyword-position/search.ts: selectContaining
with recursive
  known as (
    (select lower(keyword) as keyword from keyword_positions order by lower(keyword) limit 1)
    union all
    select
      (
        select lower(keyword)
        from keyword_positions
        where lower(keyword) > known.keyword
        order by lower(keyword)
        limit 1
      )
    from known
    where known.keyword is not null
  )
select keyword
from known
where keyword like lower(:search)
limit 1001;
