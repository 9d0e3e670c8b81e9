-- portfolio/competitor-review/competitors-with-reviews.ts: selectCompetitors
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
  ) as "average_rating",
  (
    select coalesce(json_agg(review order by reviewed_at desc, id desc), '[]')
    from
      (
        select id, rating, author, left(body, 500) as body, language, reviewed_at
        from competitor_reviews
        where competitor_id = record.id
        order by competitor_reviews.reviewed_at desc, id desc
        limit 3
      ) as review
  ) as "latest_reviews"
from "competitors" as "record"
where record.product_id = :product_id
order by "record"."id" desc
limit 50;

-- portfolio/competitor-review/read.ts: list, one: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."competitor_id", "record"."rating", "record"."author",
  "record"."body", "record"."language", "record"."reviewed_at",
  (select name from competitors where id = record.competitor_id) as "competitor_name"
from "competitor_reviews" as "record"
where (true and (true))
order by "record"."reviewed_at" desc, "record"."id" desc
limit 51;

-- portfolio/competitor-review/read.ts: list, one: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."competitor_id", "record"."rating", "record"."author",
  "record"."body", "record"."language", "record"."reviewed_at",
  (select name from competitors where id = record.competitor_id) as "competitor_name"
from "competitor_reviews" as "record"
where
  (
    true
    and record.competitor_id = :competitor_id
    and record.rating = :rating
    and lower(record.language) = lower(:language)
    and (true and "record"."reviewed_at" >= :date_from and "record"."reviewed_at" <= :date_to)
    and (record.body ilike :search or record.author ilike :search)
  )
  and record.id < :cursor
order by "record"."reviewed_at" desc, "record"."id" desc
limit 51;

-- portfolio/competitor-review/read.ts: list, one: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "competitor_reviews" as "record"
    where (true and (true))
    limit 1001
  ) as "matching";

-- portfolio/competitor-review/read.ts: list, one: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "competitor_reviews" as "record"
    where
      (
        true
        and record.competitor_id = :competitor_id
        and record.rating = :rating
        and lower(record.language) = lower(:language)
        and (true and "record"."reviewed_at" >= :date_from and "record"."reviewed_at" <= :date_to)
        and (record.body ilike :search or record.author ilike :search)
      )
  ) as "matching";

-- portfolio/competitor-review/read.ts: list, one: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."competitor_id", "record"."rating", "record"."author",
  "record"."body", "record"."language", "record"."reviewed_at",
  (select name from competitors where id = record.competitor_id) as "competitor_name"
from "competitor_reviews" as "record"
where
  (true and (true))
  and record.id = :id;
