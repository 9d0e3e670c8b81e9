-- portfolio/direction/read.ts: selectAll
select
  "record"."id", "record"."slug", "record"."name", "record"."description",
  "record"."status", record.slug = any ('{utilities,documents,documents-qr,parental-family-safety,fitness,fitness-cognitive,wellness-habit-change,wellness-mental,lifestyle-content,wellness-lifestyle,security-privacy}') as "is_canonical", record.status = 'demo' as "is_demo",
  (select count(*) from products where direction_id = record.id) as "products_count",
  (
    select count(*)
    from
      apps
      left join products on products.id = apps.product_id
    where coalesce(products.direction_id, apps.direction_id) = record.id
  ) as "apps_count"
from "directions" as "record"
order by "record"."id";

-- portfolio/direction/read.ts: reads: rows, without filters
select
  "record"."id", "record"."slug", "record"."name", "record"."description",
  "record"."status", record.slug = any ('{utilities,documents,documents-qr,parental-family-safety,fitness,fitness-cognitive,wellness-habit-change,wellness-mental,lifestyle-content,wellness-lifestyle,security-privacy}') as "is_canonical", record.status = 'demo' as "is_demo",
  (select count(*) from products where direction_id = record.id) as "products_count",
  (
    select count(*)
    from
      apps
      left join products on products.id = apps.product_id
    where coalesce(products.direction_id, apps.direction_id) = record.id
  ) as "apps_count"
from "directions" as "record"
order by "record"."id" desc
limit 51;

-- portfolio/direction/read.ts: reads: rows, with all filters
select
  "record"."id", "record"."slug", "record"."name", "record"."description",
  "record"."status", record.slug = any ('{utilities,documents,documents-qr,parental-family-safety,fitness,fitness-cognitive,wellness-habit-change,wellness-mental,lifestyle-content,wellness-lifestyle,security-privacy}') as "is_canonical", record.status = 'demo' as "is_demo",
  (select count(*) from products where direction_id = record.id) as "products_count",
  (
    select count(*)
    from
      apps
      left join products on products.id = apps.product_id
    where coalesce(products.direction_id, apps.direction_id) = record.id
  ) as "apps_count"
from "directions" as "record"
where record.id < :cursor
order by "record"."id" desc
limit 51;

-- portfolio/direction/read.ts: reads: count, without filters
select count(*) as "total"
from (select 1 as "one" from "directions" as "record" limit 1001) as "matching";

-- portfolio/direction/read.ts: reads: count, with all filters
select count(*) as "total"
from (select 1 as "one" from "directions" as "record") as "matching";

-- portfolio/direction/read.ts: reads: selectById
select
  "record"."id", "record"."slug", "record"."name", "record"."description",
  "record"."status", record.slug = any ('{utilities,documents,documents-qr,parental-family-safety,fitness,fitness-cognitive,wellness-habit-change,wellness-mental,lifestyle-content,wellness-lifestyle,security-privacy}') as "is_canonical", record.status = 'demo' as "is_demo",
  (select count(*) from products where direction_id = record.id) as "products_count",
  (
    select count(*)
    from
      apps
      left join products on products.id = apps.product_id
    where coalesce(products.direction_id, apps.direction_id) = record.id
  ) as "apps_count"
from "directions" as "record"
where record.id = :id;

-- portfolio/direction/read.ts: readDirection: selectBySlug
select
  "record"."id", "record"."slug", "record"."name", "record"."description",
  "record"."status", record.slug = any ('{utilities,documents,documents-qr,parental-family-safety,fitness,fitness-cognitive,wellness-habit-change,wellness-mental,lifestyle-content,wellness-lifestyle,security-privacy}') as "is_canonical", record.status = 'demo' as "is_demo",
  (select count(*) from products where direction_id = record.id) as "products_count",
  (
    select count(*)
    from
      apps
      left join products on products.id = apps.product_id
    where coalesce(products.direction_id, apps.direction_id) = record.id
  ) as "apps_count"
from "directions" as "record"
where record.slug = :slug;
