-- portfolio/competitor/read.ts: list, one: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."name", "record"."platform",
  "record"."store_url", "record"."relation",
  "record"."note", (select slug from products where id = record.product_id) as "product_slug",
  (select name from products where id = record.product_id) as "product_name",
  (select count(*) from competitor_reviews where competitor_id = record.id) as "reviews_count",
  (
    select round(avg(rating), 2)
    from competitor_reviews
    where competitor_id = record.id
  ) as "average_rating"
from "competitors" as "record"
where (true)
order by "record"."id" desc
limit 51;

-- portfolio/competitor/read.ts: list, one: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."name", "record"."platform",
  "record"."store_url", "record"."relation",
  "record"."note", (select slug from products where id = record.product_id) as "product_slug",
  (select name from products where id = record.product_id) as "product_name",
  (select count(*) from competitor_reviews where competitor_id = record.id) as "reviews_count",
  (
    select round(avg(rating), 2)
    from competitor_reviews
    where competitor_id = record.id
  ) as "average_rating"
from "competitors" as "record"
where
  (
    true
    and record.product_id = (select id from products where slug = :product_slug)
    and record.relation = :relation
    and record.platform = :platform
    and (record.name ilike :search or record.note ilike :search)
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- portfolio/competitor/read.ts: list, one: count, without filters
select count(*) as "total"
from (select 1 as "one" from "competitors" as "record" where (true) limit 1001) as "matching";

-- portfolio/competitor/read.ts: list, one: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "competitors" as "record"
    where
      (
        true
        and record.product_id = (select id from products where slug = :product_slug)
        and record.relation = :relation
        and record.platform = :platform
        and (record.name ilike :search or record.note ilike :search)
      )
  ) as "matching";

-- portfolio/competitor/read.ts: list, one: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."name", "record"."platform",
  "record"."store_url", "record"."relation",
  "record"."note", (select slug from products where id = record.product_id) as "product_slug",
  (select name from products where id = record.product_id) as "product_name",
  (select count(*) from competitor_reviews where competitor_id = record.id) as "reviews_count",
  (
    select round(avg(rating), 2)
    from competitor_reviews
    where competitor_id = record.id
  ) as "average_rating"
from "competitors" as "record"
where
  (true)
  and record.id = :id;
