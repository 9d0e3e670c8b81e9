-- portfolio/product/names.ts: selectNames
select
  "slug", "name",
  case
    when lower(products.name) in (
      select lower(name)
      from products
      group by lower(name)
      having count(*) > 1
    ) then (select name from directions where id = products.direction_id)
  end as "direction"
from "products"
where slug = any (:slugs::text[]);

-- portfolio/product/read.ts: reads: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."slug", "record"."direction_id", "record"."name",
  "record"."portfolio_status", "record"."product_focus",
  "record"."summary", "record"."is_revenue_generating",
  "record"."is_favorite", "record"."monetization_model",
  "record"."health_state", "record"."health_summary",
  "record"."risk_summary", "record"."growth_chance",
  "record"."next_step", direction.slug as "direction_slug",
  json_build_object('id', direction.id, 'slug', direction.slug, 'name', direction.name) as "direction",
  (select count(*) from apps where product_id = record.id) as "apps_count",
  (
    select count(*)
    from signals
    where
      product_id = record.id
      and "status" in ('open', 'acknowledged', 'in-progress')
  ) as "open_signals_count"
from
  "products" as "record"
  left join "directions" as "direction" on "direction"."id" = "record"."direction_id"
where (true)
order by "record"."id" desc
limit 51;

-- portfolio/product/read.ts: reads: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."slug", "record"."direction_id", "record"."name",
  "record"."portfolio_status", "record"."product_focus",
  "record"."summary", "record"."is_revenue_generating",
  "record"."is_favorite", "record"."monetization_model",
  "record"."health_state", "record"."health_summary",
  "record"."risk_summary", "record"."growth_chance",
  "record"."next_step", direction.slug as "direction_slug",
  json_build_object('id', direction.id, 'slug', direction.slug, 'name', direction.name) as "direction",
  (select count(*) from apps where product_id = record.id) as "apps_count",
  (
    select count(*)
    from signals
    where
      product_id = record.id
      and "status" in ('open', 'acknowledged', 'in-progress')
  ) as "open_signals_count"
from
  "products" as "record"
  left join "directions" as "direction" on "direction"."id" = "record"."direction_id"
where
  (
    true
    and record.direction_id = coalesce(
      (select id from directions where slug = :direction_slug),
      (select direction_id from direction_aliases where slug = :direction_slug)
    )
    and record.portfolio_status = :portfolio_status
    and record.portfolio_status = :status
    and record.product_focus = :product_focus
    and record.is_favorite = :is_favorite
    and record.slug = :slug
    and record.name ilike :name
    and (record.name ilike :q or record.slug ilike :q or record.summary ilike :q)
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- portfolio/product/read.ts: reads: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from
      "products" as "record"
      left join "directions" as "direction" on "direction"."id" = "record"."direction_id"
    where (true)
    limit 1001
  ) as "matching";

-- portfolio/product/read.ts: reads: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from
      "products" as "record"
      left join "directions" as "direction" on "direction"."id" = "record"."direction_id"
    where
      (
        true
        and record.direction_id = coalesce(
          (select id from directions where slug = :direction_slug),
          (select direction_id from direction_aliases where slug = :direction_slug)
        )
        and record.portfolio_status = :portfolio_status
        and record.portfolio_status = :status
        and record.product_focus = :product_focus
        and record.is_favorite = :is_favorite
        and record.slug = :slug
        and record.name ilike :name
        and (record.name ilike :q or record.slug ilike :q or record.summary ilike :q)
      )
  ) as "matching";

-- portfolio/product/read.ts: reads: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."slug", "record"."direction_id", "record"."name",
  "record"."portfolio_status", "record"."product_focus",
  "record"."summary", "record"."is_revenue_generating",
  "record"."is_favorite", "record"."monetization_model",
  "record"."health_state", "record"."health_summary",
  "record"."risk_summary", "record"."growth_chance",
  "record"."next_step", direction.slug as "direction_slug",
  json_build_object('id', direction.id, 'slug', direction.slug, 'name', direction.name) as "direction",
  (select count(*) from apps where product_id = record.id) as "apps_count",
  (
    select count(*)
    from signals
    where
      product_id = record.id
      and "status" in ('open', 'acknowledged', 'in-progress')
  ) as "open_signals_count"
from
  "products" as "record"
  left join "directions" as "direction" on "direction"."id" = "record"."direction_id"
where
  (true)
  and record.id = :id;

-- portfolio/product/read.ts: readProduct: selectBySlug
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."slug", "record"."direction_id", "record"."name",
  "record"."portfolio_status", "record"."product_focus",
  "record"."summary", "record"."is_revenue_generating",
  "record"."is_favorite", "record"."monetization_model",
  "record"."health_state", "record"."health_summary",
  "record"."risk_summary", "record"."growth_chance",
  "record"."next_step", direction.slug as "direction_slug",
  json_build_object('id', direction.id, 'slug', direction.slug, 'name', direction.name) as "direction",
  (select count(*) from apps where product_id = record.id) as "apps_count",
  (
    select count(*)
    from signals
    where
      product_id = record.id
      and "status" in ('open', 'acknowledged', 'in-progress')
  ) as "open_signals_count"
from
  "products" as "record"
  left join "directions" as "direction" on "direction"."id" = "record"."direction_id"
where
  (true)
  and record.slug = :slug;

-- portfolio/product/writes.ts: selectCritical
select "id", "title"
from "signals"
where
  "product_id" = :product_id
  and "severity" = 'critical'
  and "status" in ('open', 'acknowledged', 'in-progress')
order by "id" desc
limit 5;
