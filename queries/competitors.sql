-- competitors.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."name", "record"."platform",
  "record"."store_url", "record"."relation", "record"."note", (select slug from products where id = record.product_id) as "product_slug",
  (select name from products where id = record.product_id) as "product_name",
  (select count(*) from competitor_reviews where competitor_id = record.id) as "reviews_count",
  (select round(avg(rating), 2) from competitor_reviews where competitor_id = record.id) as "average_rating"
from "competitors" as "record"
where (record.product_id = (select id from products where slug = :product_slug) and (record.name ilike :search or record.note ilike :search))
order by "record"."id" desc
limit 26;

-- competitors.with_reviews
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."name", "record"."platform",
  "record"."store_url", "record"."relation", "record"."note", (select slug from products where id = record.product_id) as "product_slug",
  (select name from products where id = record.product_id) as "product_name",
  (select count(*) from competitor_reviews where competitor_id = record.id) as "reviews_count",
  (select round(avg(rating), 2) from competitor_reviews where competitor_id = record.id) as "average_rating",
  (
    select coalesce(json_agg(review order by reviewed_at desc, id desc), '[]')
    from (
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
