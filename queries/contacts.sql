-- contacts.exists
select "id"
from "contacts"
where "id" = :contact_id and "deleted_at" is null;

-- contacts.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."email", "record"."phone",
  "record"."telegram", "record"."position", "record"."status", "record"."source", "record"."external_id", "record"."last_message_at",
  (select json_build_object('id', id, 'name', "name") from "companies" where id = record."company_id" and deleted_at is null) as "company",
  (select json_build_object('id', id, 'name', "name") from "applications" where id = record."application_id" and deleted_at is null) as "application",
  (select json_build_object('id', id, 'name', "name") from "strategies" where id = record."strategy_id" and deleted_at is null) as "strategy"
from "contacts" as "record"
where (true and record.deleted_at is null and (record.name ilike :search or record.email ilike :search or record.phone ilike :search or record.telegram ilike :search))
order by "record"."id" desc
limit 26;
