-- keywords.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."keyword", "record"."country", "record"."language",
  "record"."status", "record"."priority", "record"."position", "record"."measured_at", "record"."search_volume",
  (select json_build_object('id', id, 'name', "name") from "strategies" where id = record."strategy_id" and deleted_at is null) as "strategy",
  (select json_build_object('id', id, 'name', "name") from "companies" where id = record."company_id" and deleted_at is null) as "company",
  (select json_build_object('id', id, 'name', "name") from "applications" where id = record."application_id" and deleted_at is null) as "application"
from "keywords" as "record"
where (record.deleted_at is null and record.keyword ilike :search)
order by "record"."id" desc
limit 26;
