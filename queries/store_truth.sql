-- store_truth.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."app_id", "record"."date", "record"."title",
  "record"."subtitle", "record"."version", "record"."rating", "record"."ratings_count",
  "record"."installs_band", "record"."price", "record"."status", "record"."source", app.slug as "app_slug", app.name as "app_name"
from "store_truth" as "record" left join "apps" as "app" on "app"."id" = "record"."app_id"
where (true and record.app_id = (select id from apps where slug = :app_slug) and (true))
order by "record"."date" desc, "record"."id" desc
limit 26;
