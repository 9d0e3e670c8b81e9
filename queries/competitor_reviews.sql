-- competitor_reviews.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."competitor_id", "record"."rating", "record"."author",
  "record"."body", "record"."language", "record"."reviewed_at", (select name from competitors where id = record.competitor_id) as "competitor_name"
from "competitor_reviews" as "record"
where (record.competitor_id = :competitor_id and record.rating = :rating and true and (record.body ilike :search or record.author ilike :search))
order by "record"."reviewed_at" desc, "record"."id" desc
limit 26;
