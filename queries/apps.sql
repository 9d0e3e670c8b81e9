-- apps.by_name
select id, slug, name = :name as is_name
from "apps"
where slug = :slug or id = :id::bigint or name = :name
order by id
limit 11;

-- apps.count_records
select
  (
    (select count(*) from signals where app_id = :id and "status" in ('open', 'acknowledged', 'in-progress')) + (
      select count(*)
      from signals
      where product_id = :product_id and app_id is null and "status" in ('open', 'acknowledged', 'in-progress')
    )
  ) as "signals",
  (
    (select count(*) from tasks where app_id = :id) + (
      select count(*)
      from tasks
      where product_id = :product_id
        and app_id is null
        and "status" in ('open', 'in-progress', 'blocked')
        and (product_decision_id is null or product_decision_id <> all (:outside_decisions::bigint[]))
    )
  ) as "tasks",
  (select count(*) from decisions where product_id = :product_id or (:product_id::bigint is null and app_id = :id)) as "decisions";

-- apps.imported
select
  "apps"."id", "apps"."slug", "products"."slug" as "product_slug", "directions"."slug" as "direction_slug",
  "apps"."name", "apps"."platform", "apps"."implementation_status", "apps"."store_url",
  "apps"."bundle_id", "apps"."package_id", "apps"."product_binding_status", "apps"."product_candidate_name", "apps"."portfolio_note"
from "apps" left join "products" on "products"."id" = "apps"."product_id" left join "directions" on "directions"."id" = "apps"."direction_id"
where (apps.slug = any (:slugs::text[]) or lower(apps.name) in (select lower(name) from unnest(:names::text[]) as name));

-- apps.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."slug", "record"."product_id", "record"."direction_id",
  "record"."name", "record"."platform", "record"."implementation_status", "record"."store_url",
  "record"."bundle_id", "record"."package_id", "record"."product_binding_status", "record"."product_candidate_name",
  "record"."portfolio_note", (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where id = coalesce((select direction_id from products where id = record.product_id), record.direction_id)
  ) as "direction_slug",
  (
    select coalesce(json_agg(application order by id), '[]')
    from (select id, name from applications where app_id = record.id and deleted_at is null order by id limit 20) application
  ) as "applications"
from "apps" as "record"
where ((record.product_id = (select id from products where slug = :product_slug) and true) and record.platform = :platform)
order by "record"."id" desc
limit 26;

-- apps.one_by_slug
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."slug", "record"."product_id", "record"."direction_id",
  "record"."name", "record"."platform", "record"."implementation_status", "record"."store_url",
  "record"."bundle_id", "record"."package_id", "record"."product_binding_status", "record"."product_candidate_name",
  "record"."portfolio_note", (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where id = coalesce((select direction_id from products where id = record.product_id), record.direction_id)
  ) as "direction_slug",
  (
    select coalesce(json_agg(application order by id), '[]')
    from (select id, name from applications where app_id = record.id and deleted_at is null order by id limit 20) application
  ) as "applications"
from "apps" as "record"
where ((true)) and record.slug = :slug;

-- apps.sharing_identity
select "bundle_id", "package_id", "store_key"
from "apps"
where platform = :platform and id is distinct from :id and (bundle_id = :bundle_id or package_id = :package_id or store_key = :store_key);

-- apps.unlinked_applications
select "id"
from "applications"
where bundle_id = any (:ids::text[]) and platform = :platform and app_id is null and deleted_at is null;
