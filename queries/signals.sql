-- signals.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."direction_id", "record"."app_id",
  "record"."external_ref", "record"."signal_type", "record"."source_layer", "record"."severity",
  "record"."status", "record"."title", "record"."body", "record"."recommended_action",
  "record"."resolution", "record"."resolved_at", (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where id = coalesce((select direction_id from products where id = record.product_id), record.direction_id)
  ) as "direction_slug",
  (select slug from apps where id = record.app_id) as "app_slug"
from "signals" as "record"
where (
    (record.product_id = (select id from products where slug = :product_slug) and true and record.title ilike :q)
    and true
    and record.status = :status
    and "status" in ('open', 'acknowledged', 'in-progress')
    and record.severity = :severity
  )
order by "record"."id" desc
limit 26;
