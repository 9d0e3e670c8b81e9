-- strategies.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."goal", "record"."description", "record"."status", "record"."starts_on", "record"."ends_on",
  (select json_build_object('id', id, 'name', "name") from "companies" where id = record."company_id" and deleted_at is null) as "company",
  (select json_build_object('id', id, 'name', "name") from "applications" where id = record."application_id" and deleted_at is null) as "application",
  (select json_build_object('id', id, 'name', "name") from "users" where id = record."owner_id") as "owner",
  (select count(*) from keywords where strategy_id = record.id and deleted_at is null) as "keywords_count"
from "strategies" as "record"
where (record.deleted_at is null and record.status = :status and record.name ilike :search)
order by "record"."id" desc
limit 26;
