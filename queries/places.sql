-- places.app
select
  "record"."id", "record"."slug", "record"."slug" as "named", "record"."product_id",
  coalesce("product"."direction_id", "record"."direction_id") as "direction_id", "record"."id" as "app_id"
from "apps" as "record" left join "products" as "product" on "product"."id" = "record"."product_id"
where (record.slug = :slug or record.id = :id);

-- places.contexts
select
  (
    select coalesce(json_agg(item order by item.id desc), '[]')
    from (
        select
          id, title,
          case when record.product_id is not null then 'product' when record.direction_id is not null then 'direction' else 'portfolio' end as scope,
          (status = 'active' and approved_by is not null) as trusted,
          case
            when record.guard_when is not null then json_build_object('when', record.guard_when, 'effect', record.guard_effect, 'message', record.guard_message)
          end as guard
        from canon_rules as record
        where status = 'active'
          and (record.product_id is null or record.product_id = place.product_id)
          and (record.direction_id is null or record.direction_id = place.direction_id)
      ) as item
  ) as rules,
  (
    select coalesce(json_agg(item order by item.id desc), '[]')
    from (
        (
          select id, title, decision_type, review_at
          from "decisions" as record
          where place.product_id is not null and record.product_id = place.product_id and status = 'active'
          order by id desc
          limit 5
        )
        union all
        (
          select id, title, decision_type, review_at
          from "decisions" as record
          where place.product_id is null
            and place.direction_id is not null
            and (record.direction_id = place.direction_id or record.product_id in (select id from products where direction_id = place.direction_id))
            and status = 'active'
          order by id desc
          limit 5
        )
        union all
        (
          select id, title, decision_type, review_at
          from "decisions" as record
          where place.product_id is null and place.direction_id is null and true and status = 'active'
          order by id desc
          limit 5
        )
      ) as item
  ) as decisions,
  (
    select coalesce(json_agg(item order by item.id desc), '[]')
    from (
        (
          select id, title, signal_type, severity, status
          from "signals" as record
          where place.product_id is not null and record.product_id = place.product_id and "status" in ('open', 'acknowledged', 'in-progress')
          order by id desc
          limit 5
        )
        union all
        (
          select id, title, signal_type, severity, status
          from "signals" as record
          where place.product_id is null
            and place.direction_id is not null
            and (record.direction_id = place.direction_id or record.product_id in (select id from products where direction_id = place.direction_id))
            and "status" in ('open', 'acknowledged', 'in-progress')
          order by id desc
          limit 5
        )
        union all
        (
          select id, title, signal_type, severity, status
          from "signals" as record
          where place.product_id is null and place.direction_id is null and true and "status" in ('open', 'acknowledged', 'in-progress')
          order by id desc
          limit 5
        )
      ) as item
  ) as signals
from unnest(:product_ids::bigint[], :direction_slugs::text[]) with ordinality as given (product_id, direction_slug, position)
  cross join lateral (
    select
      case when given.direction_slug is null then given.product_id else (select id from products where id = given.product_id) end as product_id,
      coalesce(
        (select direction_id from products where id = given.product_id), (select id from directions where slug = given.direction_slug)
      ) as direction_id
  ) as place
order by position;

-- places.direction
select
  "record"."id", "record"."slug",
  case
    when record.id = coalesce((select id from directions where slug = :slug), (select direction_id from direction_aliases where slug = :slug)) then :slug
    else record.slug
  end as "named", null::bigint as "product_id", "record"."id" as "direction_id", null::bigint as "app_id"
from "directions" as "record"
where (
    record.id = coalesce((select id from directions where slug = :slug), (select direction_id from direction_aliases where slug = :slug))
    or (record.slug = :slug or record.id = :id)
  );

-- places.product
select "record"."id", "record"."slug", "record"."slug" as "named", "record"."id" as "product_id", "record"."direction_id", null::bigint as "app_id"
from "products" as "record"
where (record.slug = :slug or record.id = :id);

-- places.product_decision
select
  "record"."id", null::text as "slug", null::text as "named", "record"."product_id",
  coalesce("product"."direction_id", "record"."direction_id") as "direction_id", "record"."app_id"
from "decisions" as "record" left join "products" as "product" on "product"."id" = "record"."product_id"
where record.id = :id;

-- places.unusable_records
select position, is_retracted (type, id)
from unnest(:types::text[], :ids::bigint[]) with ordinality as named (type, id, position)
where is_retracted (type, id)
  or not case type
    when 'signal' then exists (select from signals where signals.id = named.id)
    when 'insight' then exists (select from insights where insights.id = named.id)
    when 'economics' then exists (select from economics where economics.id = named.id)
    when 'decision' then exists (select from decisions where decisions.id = named.id)
    when 'task' then exists (select from tasks where tasks.id = named.id)
  end;
