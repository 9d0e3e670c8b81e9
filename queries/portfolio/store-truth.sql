-- portfolio/store-truth/read.ts: list, one: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."app_id", "record"."date", "record"."title",
  "record"."subtitle", "record"."version", "record"."rating", "record"."ratings_count",
  "record"."installs_band", "record"."price", "record"."status", "record"."source",
  app.slug as "app_slug", app.name as "app_name"
from
  "store_truth" as "record"
  left join "apps" as "app" on "app"."id" = "record"."app_id"
where (true and (true))
order by "record"."date" desc, "record"."id" desc
limit 51;

-- portfolio/store-truth/read.ts: list, one: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."app_id", "record"."date", "record"."title",
  "record"."subtitle", "record"."version", "record"."rating", "record"."ratings_count",
  "record"."installs_band", "record"."price", "record"."status", "record"."source",
  app.slug as "app_slug", app.name as "app_name"
from
  "store_truth" as "record"
  left join "apps" as "app" on "app"."id" = "record"."app_id"
where
  (
    true
    and record.app_id = (select id from apps where slug = :app_slug)
    and record.status = :status
    and (true and "record"."date" >= :date_from and "record"."date" <= :date_to)
    and (record.title ilike :search or record.subtitle ilike :search or record.source ilike :search)
  )
  and record.id < :cursor
order by "record"."date" desc, "record"."id" desc
limit 51;

-- portfolio/store-truth/read.ts: list, one: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from
      "store_truth" as "record"
      left join "apps" as "app" on "app"."id" = "record"."app_id"
    where (true and (true))
    limit 1001
  ) as "matching";

-- portfolio/store-truth/read.ts: list, one: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from
      "store_truth" as "record"
      left join "apps" as "app" on "app"."id" = "record"."app_id"
    where
      (
        true
        and record.app_id = (select id from apps where slug = :app_slug)
        and record.status = :status
        and (true and "record"."date" >= :date_from and "record"."date" <= :date_to)
        and (record.title ilike :search or record.subtitle ilike :search or record.source ilike :search)
      )
  ) as "matching";

-- portfolio/store-truth/read.ts: list, one: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."app_id", "record"."date", "record"."title",
  "record"."subtitle", "record"."version", "record"."rating", "record"."ratings_count",
  "record"."installs_band", "record"."price", "record"."status", "record"."source",
  app.slug as "app_slug", app.name as "app_name"
from
  "store_truth" as "record"
  left join "apps" as "app" on "app"."id" = "record"."app_id"
where
  (true and (true))
  and record.id = :id;
