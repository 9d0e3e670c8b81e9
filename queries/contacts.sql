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
where (record.deleted_at is null and (record.name ilike :search or record.email ilike :search or record.phone ilike :search or record.telegram ilike :search))
order by "record"."id" desc
limit 26;

-- contacts.upsert_of_bot
insert into contacts as known (external_id, name, source, last_message_at, created_by, updated_by)
values (:contact_id, coalesce(:contact_name::text, :contact_id), 'bot', now(), :author::jsonb, :author::jsonb)
on conflict (external_id)
where deleted_at is null do update
set last_message_at = excluded.last_message_at, name = coalesce(:contact_name::text, known.name),
  updated_by = case
    when :contact_name::text <> known.name then excluded.updated_by
    else known.updated_by
  end,
  updated_at = case
    when :contact_name::text <> known.name then now()
    else known.updated_at
  end
returning
  id, external_id as contact_id, name;
