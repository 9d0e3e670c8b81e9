-- companies.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."legal_name", "record"."website", "record"."country", "record"."status",
  "record"."description", (select json_build_object('id', id, 'name', "name") from "users" where id = record."owner_id") as "owner",
  (select count(*) from applications where company_id = record.id and deleted_at is null) as "applications_count"
from "companies" as "record"
where (record.deleted_at is null and record.status = :status and (record.name ilike :search or record.legal_name ilike :search))
order by "record"."id" desc
limit 26;
