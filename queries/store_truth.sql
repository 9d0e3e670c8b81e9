-- store_truth.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."app_id", "record"."date", "record"."title",
  "record"."subtitle", "record"."version", "record"."rating", "record"."ratings_count",
  "record"."installs_band", "record"."price", "record"."status", "record"."source", app.slug as "app_slug", app.name as "app_name"
from "store_truth" as "record" left join "apps" as "app" on "app"."id" = "record"."app_id"
where (record.app_id = (select id from apps where slug = :app_slug) and true)
order by "record"."date" desc, "record"."id" desc
limit 26;

-- store_truth.series
with app as (select id, slug, name, platform from apps where product_id = :product_id order by id limit 20)
select app.id as app_id, app.slug as app_slug, app.name as app_name, app.platform, points.points
from app,
  lateral (
    select json_agg(point order by date) as points
    from (
        select date, title, subtitle, version, rating, ratings_count, installs_band, price, status, source
        from store_truth
        where app_id = app.id and date >= :from::date
        order by store_truth.date desc
        limit 400
      ) as point
  ) as points
where points.points is not null
order by app.id;
