-- services.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."slug", "record"."description",
  "record"."url", "record"."repo_url", "record"."status", "record"."owner"
from "services" as "record"
where (record.status = :status and "record"."name" ilike :search)
order by "record"."id" desc
limit 26;
