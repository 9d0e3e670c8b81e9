-- applications.app_by_slug
select "id"
from "apps"
where slug = :slug;

-- applications.apps_by_identity
select "id"
from "apps"
where lower(platform) = :platform and (bundle_id = :bundle_id or package_id = :bundle_id)
limit 2;

-- applications.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."platform", "record"."status",
  "record"."native_id", "record"."store_url", "record"."bundle_id", "record"."archived_at",
  (select json_build_object('id', id, 'name', "name") from "companies" where id = record."company_id" and deleted_at is null) as "company",
  (select json_build_object('id', id, 'name', "name") from "users" where id = record."owner_id") as "owner",
  (select json_build_object('id', id, 'slug', slug, 'name', name) from apps where id = record.app_id) as "app"
from "applications" as "record"
where (
    record.deleted_at is null
    and record.status = :status
    and record.company_id = :company_id
    and ("record"."owner_id" is null or "record"."owner_id" in (select id from users where status = 'blocked'))
    and (record.name ilike :search or record.native_id ilike :search)
  )
order by "record"."id" desc
limit 26;
