-- directions.all
select
  "record"."id", "record"."slug", "record"."name", "record"."description", "record"."status", record.slug = any ('{utilities,documents,documents-qr,parental-family-safety,fitness,fitness-cognitive,wellness-habit-change,wellness-mental,lifestyle-content,wellness-lifestyle,security-privacy}') as "is_canonical",
  record.status = 'demo' as "is_demo", (select count(*) from products where direction_id = record.id) as "products_count",
  (
    select count(*)
    from apps left join products on products.id = apps.product_id
    where coalesce(products.direction_id, apps.direction_id) = record.id
  ) as "apps_count"
from "directions" as "record"
order by "record"."id";

-- directions.list
select
  "record"."id", "record"."slug", "record"."name", "record"."description", "record"."status", record.slug = any ('{utilities,documents,documents-qr,parental-family-safety,fitness,fitness-cognitive,wellness-habit-change,wellness-mental,lifestyle-content,wellness-lifestyle,security-privacy}') as "is_canonical",
  record.status = 'demo' as "is_demo", (select count(*) from products where direction_id = record.id) as "products_count",
  (
    select count(*)
    from apps left join products on products.id = apps.product_id
    where coalesce(products.direction_id, apps.direction_id) = record.id
  ) as "apps_count"
from "directions" as "record"
order by "record"."id" desc
limit 26;
