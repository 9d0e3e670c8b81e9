-- portfolio/app/applications.ts: unlinked
select "id"
from "applications"
where
  bundle_id = any (:ids::text[])
  and platform = :platform
  and app_id is null
  and deleted_at is null;

-- portfolio/app/read.ts: reads: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."slug", "record"."product_id", "record"."direction_id",
  "record"."name", "record"."platform", "record"."implementation_status", "record"."store_url",
  "record"."bundle_id", "record"."package_id",
  "record"."product_binding_status", "record"."product_candidate_name", "record"."portfolio_note",
  (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where
      id = coalesce(
        (select direction_id from products where id = record.product_id), record.direction_id
      )
  ) as "direction_slug",
  (
    select coalesce(json_agg(application order by id), '[]')
    from
      (
        select id, name
        from applications
        where
          app_id = record.id
          and deleted_at is null
        order by id
        limit 20
      ) application
  ) as "applications"
from "apps" as "record"
where (true and (true))
order by "record"."id" desc
limit 51;

-- portfolio/app/read.ts: reads: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."slug", "record"."product_id", "record"."direction_id",
  "record"."name", "record"."platform", "record"."implementation_status", "record"."store_url",
  "record"."bundle_id", "record"."package_id",
  "record"."product_binding_status", "record"."product_candidate_name", "record"."portfolio_note",
  (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where
      id = coalesce(
        (select direction_id from products where id = record.product_id), record.direction_id
      )
  ) as "direction_slug",
  (
    select coalesce(json_agg(application order by id), '[]')
    from
      (
        select id, name
        from applications
        where
          app_id = record.id
          and deleted_at is null
        order by id
        limit 20
      ) application
  ) as "applications"
from "apps" as "record"
where
  (
    true
    and (
      true
      and record.product_id = (select id from products where slug = :product_slug)
      and (
        record.direction_id = coalesce(
          (select id from directions where slug = :direction_slug),
          (select direction_id from direction_aliases where slug = :direction_slug)
        )
        or record.product_id in (
          select id
          from products
          where
            direction_id = coalesce(
              (select id from directions where slug = :direction_slug),
              (select direction_id from direction_aliases where slug = :direction_slug)
            )
        )
      )
    )
    and record.slug = :slug
    and record.platform = :platform
    and record.package_id = :package_id
    and record.bundle_id = :bundle_id
    and record.store_key = :store_key
    and record.product_binding_status = :binding
    and record.product_binding_status = :product_binding_status
    and record.name ilike :q
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- portfolio/app/read.ts: reads: count, without filters
select count(*) as "total"
from (select 1 as "one" from "apps" as "record" where (true and (true)) limit 1001) as "matching";

-- portfolio/app/read.ts: reads: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "apps" as "record"
    where
      (
        true
        and (
          true
          and record.product_id = (select id from products where slug = :product_slug)
          and (
            record.direction_id = coalesce(
              (select id from directions where slug = :direction_slug),
              (select direction_id from direction_aliases where slug = :direction_slug)
            )
            or record.product_id in (
              select id
              from products
              where
                direction_id = coalesce(
                  (select id from directions where slug = :direction_slug),
                  (select direction_id from direction_aliases where slug = :direction_slug)
                )
            )
          )
        )
        and record.slug = :slug
        and record.platform = :platform
        and record.package_id = :package_id
        and record.bundle_id = :bundle_id
        and record.store_key = :store_key
        and record.product_binding_status = :binding
        and record.product_binding_status = :product_binding_status
        and record.name ilike :q
      )
  ) as "matching";

-- portfolio/app/read.ts: reads: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."slug", "record"."product_id", "record"."direction_id",
  "record"."name", "record"."platform", "record"."implementation_status", "record"."store_url",
  "record"."bundle_id", "record"."package_id",
  "record"."product_binding_status", "record"."product_candidate_name", "record"."portfolio_note",
  (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where
      id = coalesce(
        (select direction_id from products where id = record.product_id), record.direction_id
      )
  ) as "direction_slug",
  (
    select coalesce(json_agg(application order by id), '[]')
    from
      (
        select id, name
        from applications
        where
          app_id = record.id
          and deleted_at is null
        order by id
        limit 20
      ) application
  ) as "applications"
from "apps" as "record"
where
  (true and (true))
  and record.id = :id;

-- portfolio/app/read.ts: readApp: selectBySlug
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."slug", "record"."product_id", "record"."direction_id",
  "record"."name", "record"."platform", "record"."implementation_status", "record"."store_url",
  "record"."bundle_id", "record"."package_id",
  "record"."product_binding_status", "record"."product_candidate_name", "record"."portfolio_note",
  (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where
      id = coalesce(
        (select direction_id from products where id = record.product_id), record.direction_id
      )
  ) as "direction_slug",
  (
    select coalesce(json_agg(application order by id), '[]')
    from
      (
        select id, name
        from applications
        where
          app_id = record.id
          and deleted_at is null
        order by id
        limit 20
      ) application
  ) as "applications"
from "apps" as "record"
where
  (true and (true))
  and record.slug = :slug;

-- portfolio/app/store-identity.ts: appsSharingIdentity
select "bundle_id", "package_id", "store_key"
from "apps"
where
  platform = :platform
  and id is distinct from :id
  and (bundle_id = :bundle_id or package_id = :package_id or store_key = :store_key);
