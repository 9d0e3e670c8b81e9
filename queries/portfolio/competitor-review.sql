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
