-- portfolio/place/find.ts: product, without filters
select
  "record"."id", "record"."slug", "record"."slug" as "named", "record"."id" as "product_id",
  "record"."direction_id", null::bigint as "app_id"
from "products" as "record"
where record.slug = :slug;

-- portfolio/place/find.ts: product, with all filters
select
  "record"."id", "record"."slug", "record"."slug" as "named", "record"."id" as "product_id",
  "record"."direction_id", null::bigint as "app_id"
from "products" as "record"
where (record.slug = :slug or record.id = :id);

-- portfolio/place/find.ts: direction, without filters
select
  "record"."id", "record"."slug",
  case
    when record.id = coalesce(
      (select id from directions where slug = :slug),
      (select direction_id from direction_aliases where slug = :slug)
    ) then :slug
    else record.slug
  end as "named", null::bigint as "product_id",
  "record"."id" as "direction_id", null::bigint as "app_id"
from "directions" as "record"
where
  (
    record.id = coalesce(
      (select id from directions where slug = :slug),
      (select direction_id from direction_aliases where slug = :slug)
    )
    or record.slug = :slug
  );

-- portfolio/place/find.ts: direction, with all filters
select
  "record"."id", "record"."slug",
  case
    when record.id = coalesce(
      (select id from directions where slug = :slug),
      (select direction_id from direction_aliases where slug = :slug)
    ) then :slug
    else record.slug
  end as "named", null::bigint as "product_id",
  "record"."id" as "direction_id", null::bigint as "app_id"
from "directions" as "record"
where
  (
    record.id = coalesce(
      (select id from directions where slug = :slug),
      (select direction_id from direction_aliases where slug = :slug)
    )
    or (record.slug = :slug or record.id = :id)
  );

-- portfolio/place/find.ts: app, without filters
select
  "record"."id", "record"."slug", "record"."slug" as "named", "record"."product_id",
  coalesce("product"."direction_id", "record"."direction_id") as "direction_id",
  "record"."id" as "app_id"
from
  "apps" as "record"
  left join "products" as "product" on "product"."id" = "record"."product_id"
where record.slug = :slug;

-- portfolio/place/find.ts: app, with all filters
select
  "record"."id", "record"."slug", "record"."slug" as "named", "record"."product_id",
  coalesce("product"."direction_id", "record"."direction_id") as "direction_id",
  "record"."id" as "app_id"
from
  "apps" as "record"
  left join "products" as "product" on "product"."id" = "record"."product_id"
where (record.slug = :slug or record.id = :id);

-- portfolio/place/find.ts: product_decision, without filters
select
  "record"."id", null::text as "slug", null::text as "named", "record"."product_id",
  coalesce("product"."direction_id", "record"."direction_id") as "direction_id", "record"."app_id"
from
  "decisions" as "record"
  left join "products" as "product" on "product"."id" = "record"."product_id"
where record.slug = :slug;

-- portfolio/place/find.ts: product_decision, with all filters
select
  "record"."id", null::text as "slug", null::text as "named", "record"."product_id",
  coalesce("product"."direction_id", "record"."direction_id") as "direction_id", "record"."app_id"
from
  "decisions" as "record"
  left join "products" as "product" on "product"."id" = "record"."product_id"
where (record.slug = :slug or record.id = :id);

-- portfolio/place/missing.ts: selectMissing
select position
from unnest(:types::text[], :ids::bigint[]) with ordinality as named (type, id, position)
where
  not case type
    when 'signal' then exists (select from signals where signals.id = named.id)
    when 'insight' then exists (select from insights where insights.id = named.id)
    when 'economics' then exists (select from economics where economics.id = named.id)
    when 'decision' then exists (select from decisions where decisions.id = named.id)
    when 'task' then exists (select from tasks where tasks.id = named.id)
  end;

-- portfolio/place/slug-list.ts: productSlugs
select "slug", "name"
from "products"
order by "is_favorite" desc, "id" desc
limit 2000;

-- portfolio/place/slug-list.ts: directionSlugs
select "slug", "name"
from "directions"
order by "id";

-- portfolio/place/slug-list.ts: appSlugs
select "slug", "name"
from "apps"
order by "id" desc
limit 2000;

-- portfolio/place/slug-of-name.ts: product
select id, slug, name = :name as is_name
from "products"
where
  slug = :slug
  or id = :id::bigint
  or name = :name
order by id
limit 11;

-- portfolio/place/slug-of-name.ts: app
select id, slug, name = :name as is_name
from "apps"
where
  slug = :slug
  or id = :id::bigint
  or name = :name
order by id
limit 11;

-- portfolio/place/slug-of-name.ts: direction
select id, slug, name = :name as is_name
from "directions"
where
  id = coalesce(
    (select id from directions where slug = :slug),
    (select direction_id from direction_aliases where slug = :slug)
  )
  or id = :id::bigint
  or name = :name
order by id
limit 11;
