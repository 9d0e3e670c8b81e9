-- bugs.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."title", "record"."description", "record"."steps",
  "record"."status", "record"."severity", "record"."reported_by", "record"."resolved_at",
  (select json_build_object('id', id, 'name', "name") from "services" where id = record."service_id") as "service"
from "bugs" as "record"
where (record.status = :status and record.service_id = :service_id)
order by "record"."id" desc
limit 26;
