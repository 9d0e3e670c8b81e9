-- assistant/service/read.ts: reads: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."slug", "record"."description",
  "record"."url", "record"."repo_url", "record"."status", "record"."owner"
from "services" as "record"
where (true)
order by "record"."id" desc
limit 51;

-- assistant/service/read.ts: reads: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."slug", "record"."description",
  "record"."url", "record"."repo_url", "record"."status", "record"."owner"
from "services" as "record"
where
  (true and record.status = :status and record.service_id = :service_id and "record"."name" ilike :search)
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- assistant/service/read.ts: reads: count, without filters
select count(*) as "total"
from (select 1 as "one" from "services" as "record" where (true) limit 1001) as "matching";

-- assistant/service/read.ts: reads: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "services" as "record"
    where (true and record.status = :status and record.service_id = :service_id and "record"."name" ilike :search)
  ) as "matching";

-- assistant/service/read.ts: reads: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."slug", "record"."description",
  "record"."url", "record"."repo_url", "record"."status", "record"."owner"
from "services" as "record"
where
  (true)
  and record.id = :id;
