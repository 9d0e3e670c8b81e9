-- keyword_positions.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."app_id", "record"."keyword", "record"."country",
  "record"."platform", "record"."position", "record"."measured", "record"."date", app.slug as "app_slug", app.name as "app_name"
from "keyword_positions" as "record" left join "apps" as "app" on "app"."id" = "record"."app_id"
where (record.app_id = (select id from apps where slug = :app_slug) and lower(record.keyword) = lower(:keyword) and true)
order by "record"."date" desc, "record"."id" desc
limit 26;

-- keyword_positions.movements
with recent as (
    select distinct
      on (app.id, lower(latest.keyword), latest.country) app.id as app_id, app.name as app_name,
      coalesce(latest.platform, app.platform) as platform, latest.keyword, latest.country, latest.position, latest.date
    from (select id, name, platform from apps where (product_id = (select id from products where slug = :product_slug))) as app,
      lateral (select max(date) as day from keyword_positions where app_id = app.id and date >= :from::date and date <= :to::date) as last,
      lateral (
        select keyword, country, platform, position, date
        from keyword_positions
        where app_id = app.id
          and date > last.day - 7
          and date >= :from::date
          and date <= :to::date
          and measured
          and (lower(keyword) = lower(:keyword) and country = :country and platform = :platform)
        order by date desc, id desc
        limit 1000
      ) as latest
    order by app.id, lower(latest.keyword), latest.country, latest.date desc
  ),
  moved as materialized (
    select
      recent.*, start.position as position_before,
      start.date as date_before, case when start.date is not null then coalesce(start.position, 1001) - coalesce(recent.position, 1001) end as change
    from recent
      left join lateral (
        (
          select position, date, 1 as rank
          from keyword_positions as earlier
          where earlier.app_id = recent.app_id
            and lower(earlier.keyword) = lower(recent.keyword)
            and earlier.country = recent.country
            and earlier.measured
            and date >= :before_from::date
            and date <= :from::date
          order by date desc
          limit 1
        )
        union all
        (
          select position, date, 2
          from keyword_positions as earlier
          where earlier.app_id = recent.app_id
            and lower(earlier.keyword) = lower(recent.keyword)
            and earlier.country = recent.country
            and earlier.measured
            and date > :from::date
            and date < recent.date
          order by date
          limit 1
        )
        order by rank
        limit 1
      ) as start on start.date < recent.date
  ),
  shown as (select * from moved order by abs(change) desc nulls last, lower(keyword), country, app_id limit 50)
select
  (select count(*) from moved where change > 0) as risen, (select count(*) from moved where change < 0) as fallen,
  (select count(*) from moved) as count,
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'keyword', keyword, 'country', country, 'app_id', app_id, 'app_name', app_name,
            'platform', platform, 'position', position, 'date', date, 'position_before', position_before,
            'date_before', date_before, 'change', change, 'points',
            (
              select json_agg(json_build_object('date', date, 'position', position) order by date)
              from keyword_positions
              where app_id = shown.app_id
                and lower(keyword) = lower(shown.keyword)
                and country = shown.country
                and measured
                and date >= :from::date
                and date <= :to::date
            )
          )
          order by abs(change) desc nulls last, lower(keyword), country, app_id
        ),
        '[]'
      )
    from shown
  ) as rows;

-- keyword_positions.search
with recursive
  known as (
    (select lower(keyword) as keyword from keyword_positions order by lower(keyword) limit 1)
    union all
    select (select lower(keyword) from keyword_positions where lower(keyword) > known.keyword order by lower(keyword) limit 1)
    from known
    where known.keyword is not null
  )
select keyword
from known
where keyword like lower(:search)
limit 1001;
