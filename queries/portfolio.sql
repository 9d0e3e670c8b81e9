-- portfolio/changes.ts: selectNames
select 'direction' as entity, id, slug as slug, "name" as title
from "directions"
where id = any (:direction::bigint[])
union all
select 'product' as entity, id, slug as slug, "name" as title
from "products"
where id = any (:product::bigint[])
union all
select 'app' as entity, id, slug as slug, "name" as title
from "apps"
where id = any (:app::bigint[])
union all
select 'signal' as entity, id, null::text as slug, "title" as title
from "signals"
where id = any (:signal::bigint[])
union all
select 'insight' as entity, id, null::text as slug, "title" as title
from "insights"
where id = any (:insight::bigint[])
union all
select 'economics' as entity, id, null::text as slug, "title" as title
from "economics"
where id = any (:economics::bigint[])
union all
select 'decision' as entity, id, null::text as slug, "title" as title
from "decisions"
where id = any (:decision::bigint[])
union all
select 'task' as entity, id, null::text as slug, "title" as title
from "tasks"
where id = any (:task::bigint[])
union all
select 'canon_rule' as entity, id, null::text as slug, "title" as title
from "canon_rules"
where id = any (:canon_rule::bigint[]);

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
