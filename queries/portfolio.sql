-- portfolio/changes.ts: selectRecordsOfProduct
select 'product' as type, (select id from products where slug = :product_slug) as id
where (select id from products where slug = :product_slug) is not null
union all
select 'app', id
from "apps"
where product_id = (select id from products where slug = :product_slug)
union all
select 'signal', id
from "signals"
where product_id = (select id from products where slug = :product_slug)
union all
select 'insight', id
from "insights"
where product_id = (select id from products where slug = :product_slug)
union all
select 'economics', id
from "economics"
where product_id = (select id from products where slug = :product_slug)
union all
select 'decision', id
from "decisions"
where product_id = (select id from products where slug = :product_slug)
union all
select 'task', id
from "tasks"
where product_id = (select id from products where slug = :product_slug)
union all
select 'canon_rule', id
from "canon_rules"
where product_id = (select id from products where slug = :product_slug)
union all
select 'proposal', id
from proposals
where product_id = (select id from products where slug = :product_slug);

-- portfolio/changes.ts: selectNames
select
  'direction' as entity, id, slug as slug, "name" as title,
  null::text as product_slug, null::jsonb as result, null::text as note
from "directions" as record
where id = any (:direction::bigint[])
union all
select
  'product' as entity, id, slug as slug, "name" as title,
  slug as product_slug, null::jsonb as result, null::text as note
from "products" as record
where id = any (:product::bigint[])
union all
select
  'app' as entity, id, slug as slug, "name" as title,
  (select slug from products where id = record.product_id) as product_slug, null::jsonb as result,
  null::text as note
from "apps" as record
where id = any (:app::bigint[])
union all
select
  'signal' as entity, id, null::text as slug, "title" as title,
  (select slug from products where id = record.product_id) as product_slug, null::jsonb as result,
  null::text as note
from "signals" as record
where id = any (:signal::bigint[])
union all
select
  'insight' as entity, id, null::text as slug, "title" as title,
  (select slug from products where id = record.product_id) as product_slug, null::jsonb as result,
  null::text as note
from "insights" as record
where id = any (:insight::bigint[])
union all
select
  'economics' as entity, id, null::text as slug, "title" as title,
  (select slug from products where id = record.product_id) as product_slug, null::jsonb as result,
  null::text as note
from "economics" as record
where id = any (:economics::bigint[])
union all
select
  'decision' as entity, id, null::text as slug, "title" as title,
  (select slug from products where id = record.product_id) as product_slug, null::jsonb as result,
  null::text as note
from "decisions" as record
where id = any (:decision::bigint[])
union all
select
  'task' as entity, id, null::text as slug, "title" as title,
  (select slug from products where id = record.product_id) as product_slug, null::jsonb as result,
  null::text as note
from "tasks" as record
where id = any (:task::bigint[])
union all
select
  'canon_rule' as entity, id, null::text as slug, "title" as title,
  (select slug from products where id = record.product_id) as product_slug, null::jsonb as result,
  null::text as note
from "canon_rules" as record
where id = any (:canon_rule::bigint[])
union all
select
  'proposal', id, null, title,
  (select slug from products where id = record.product_id), result, decision_note
from proposals as record
where id = any (:proposal::bigint[]);

-- portfolio/due-dates.ts: selectDue
(
  select 'decision' as record_type, id, title, review_at as date
  from decisions
  where
    status = 'active'
    and review_at between :from::date and :to::date
  order by review_at, id
  limit 500
)
union all
(
  select 'task', id, title, due_at
  from tasks
  where
    "status" in ('open', 'in-progress', 'blocked')
    and due_at between :from::date and :to::date
  order by due_at, id
  limit 500
);

-- portfolio/place-context.ts: selectContexts
select
  (
    select coalesce(json_agg(item order by item.id desc), '[]')
    from
      (
        select
          id, title,
          case
            when record.product_id is not null then 'product'
            when record.direction_id is not null then 'direction'
            else 'portfolio'
          end as scope, (status = 'active' and approved_by is not null) as trusted,
          case
            when record.guard_when is not null then json_build_object('when', record.guard_when, 'effect', record.guard_effect, 'message', record.guard_message)
          end as guard
        from canon_rules as record
        where
          status = 'active'
          and (record.product_id is null or record.product_id = place.product_id)
          and (record.direction_id is null or record.direction_id = place.direction_id)
      ) as item
  ) as rules,
  (
    select coalesce(json_agg(item order by item.id desc), '[]')
    from
      (
        (
          select id, title, decision_type, review_at
          from "decisions" as record
          where
            place.product_id is not null
            and record.product_id = place.product_id
            and status = 'active'
          order by id desc
          limit 5
        )
        union all
        (
          select id, title, decision_type, review_at
          from "decisions" as record
          where
            place.product_id is null
            and place.direction_id is not null
            and (
              record.direction_id = place.direction_id
              or record.product_id in (
                select id
                from products
                where direction_id = place.direction_id
              )
            )
            and status = 'active'
          order by id desc
          limit 5
        )
        union all
        (
          select id, title, decision_type, review_at
          from "decisions" as record
          where
            place.product_id is null
            and place.direction_id is null
            and true
            and status = 'active'
          order by id desc
          limit 5
        )
      ) as item
  ) as decisions,
  (
    select coalesce(json_agg(item order by item.id desc), '[]')
    from
      (
        (
          select id, title, signal_type, severity, status
          from "signals" as record
          where
            place.product_id is not null
            and record.product_id = place.product_id
            and "status" in ('open', 'acknowledged', 'in-progress')
          order by id desc
          limit 5
        )
        union all
        (
          select id, title, signal_type, severity, status
          from "signals" as record
          where
            place.product_id is null
            and place.direction_id is not null
            and (
              record.direction_id = place.direction_id
              or record.product_id in (
                select id
                from products
                where direction_id = place.direction_id
              )
            )
            and "status" in ('open', 'acknowledged', 'in-progress')
          order by id desc
          limit 5
        )
        union all
        (
          select id, title, signal_type, severity, status
          from "signals" as record
          where
            place.product_id is null
            and place.direction_id is null
            and true
            and "status" in ('open', 'acknowledged', 'in-progress')
          order by id desc
          limit 5
        )
      ) as item
  ) as signals
from
  unnest(:product_ids::bigint[], :direction_slugs::text[]) with ordinality as given (product_id, direction_slug, position)
  cross join lateral (
    select
      given.product_id,
      coalesce(
        (select direction_id from products where id = given.product_id),
        (select id from directions where slug = given.direction_slug)
      ) as direction_id
  ) as place
order by position;
