-- assistant/bug/read.ts: reads: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."title", "record"."description", "record"."steps",
  "record"."status", "record"."severity", "record"."reported_by", "record"."resolved_at",
  (
    select json_build_object('id', id, 'name', "name")
    from "services"
    where id = record."service_id"
  ) as "service"
from "bugs" as "record"
where (true)
order by "record"."id" desc
limit 51;

-- assistant/bug/read.ts: reads: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."title", "record"."description", "record"."steps",
  "record"."status", "record"."severity", "record"."reported_by", "record"."resolved_at",
  (
    select json_build_object('id', id, 'name', "name")
    from "services"
    where id = record."service_id"
  ) as "service"
from "bugs" as "record"
where
  (true and record.status = :status and record.service_id = :service_id and "record"."title" ilike :search)
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- assistant/bug/read.ts: reads: count, without filters
select count(*) as "total"
from (select 1 as "one" from "bugs" as "record" where (true) limit 1001) as "matching";

-- assistant/bug/read.ts: reads: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "bugs" as "record"
    where (true and record.status = :status and record.service_id = :service_id and "record"."title" ilike :search)
  ) as "matching";

-- assistant/bug/read.ts: reads: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."title", "record"."description", "record"."steps",
  "record"."status", "record"."severity", "record"."reported_by", "record"."resolved_at",
  (
    select json_build_object('id', id, 'name', "name")
    from "services"
    where id = record."service_id"
  ) as "service"
from "bugs" as "record"
where
  (true)
  and record.id = :id;
