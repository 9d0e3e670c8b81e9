-- summary.open_signals
select
  severity.value as severity, count(signals.id) as total,
  count(*) filter (where signal_type = 'problem') as problems, count(*) filter (where signal_type = 'risk') as risks,
  count(*) filter (where signal_type = 'growth-point') as growth_points
from unnest(array['critical', 'high', 'medium', 'low']) with ordinality as severity (value, rank)
  left join signals on signals.severity = severity.value
  and "status" in ('open', 'acknowledged', 'in-progress')
group by severity.value, severity.rank
order by severity.rank;

-- summary.portfolio
with "scope" as (select coalesce((select id from directions where slug = :direction_slug), (select direction_id from direction_aliases where slug = :direction_slug)) as id),
  "scoped_products" as (select id from products where direction_id = (select id from scope))
select
  (select count(*) from directions where id = (select id from scope)) as "directions_count",
  (select count(*) from products where direction_id = (select id from scope)) as "products_count",
  (select count(*) from apps where (direction_id = (select id from scope) or product_id in (select id from scoped_products))) as "apps_count",
  (
    select count(*)
    from signals
    where "status" in ('open', 'acknowledged', 'in-progress')
      and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
      and signal_type = 'problem'
      and severity = 'critical'
  ) as "critical_problems",
  (
    select count(*)
    from signals
    where "status" in ('open', 'acknowledged', 'in-progress')
      and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
      and signal_type = 'growth-point'
      and severity in ('high', 'critical')
  ) as "key_growth_points",
  (
    select count(*)
    from proposals as record
    where (record.status = 'pending' and record.expires_at > now())
      and product_id in (select id from products where direction_id = (select id from scope))
  ) as "proposals_pending",
  (
    select count(*)
    from canon_rules
    where status = 'active'
      and ((direction_id = (select id from scope) or product_id in (select id from scoped_products)) or direction_id is null and product_id is null)
      and approved_by is null
  ) as "rules_to_approve",
  exists (
    select
    from signals
    where "status" in ('open', 'acknowledged', 'in-progress')
      and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
      and signal_type in ('problem', 'risk')
      and severity = 'critical'
  ) as "critical",
  exists (
    select
    from signals
    where "status" in ('open', 'acknowledged', 'in-progress')
      and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
      and signal_type in ('problem', 'risk')
      and severity = 'high'
  ) as "high",
  (
    exists (
      select
      from decisions
      where (status = 'active' and review_at < :today::date) and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
    )
    or exists (
      select
      from tasks
      where priority in ('high', 'critical')
        and ("status" in ('open', 'in-progress', 'blocked') and due_at < :today::date)
        and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
    )
  ) as "overdue",
  (
    with due_verdicts as materialized (
        select id
        from decisions
        where (
            "status" = 'active'
            and "outcome" is null
            and "expected" <> '[]'
            and least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by') < :company_day::text
          )
          and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
      ),
      due_reviews as materialized (
        select id
        from decisions
        where (status = 'active' and review_at < :today::date)
          and not (
            "status" = 'active'
            and "outcome" is null
            and "expected" <> '[]'
            and least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by') < :company_day::text
          )
          and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
      ),
      due_tasks as materialized (
        select id, priority
        from tasks
        where priority in ('high', 'critical')
          and ("status" in ('open', 'in-progress', 'blocked') and due_at < :today::date)
          and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
      ),
      failing_guards as materialized (
        select id
        from canon_rules
        where (guard_failed_at is not null and (status = 'active' and approved_by is not null))
          and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
      ),
      items as (
        select signal.*
        from (
            values ('problem', 'critical'), ('risk', 'critical'), ('growth-point', 'critical'), ('problem', 'high'), ('risk', 'high')
          ) as urgent (type, degree)
          cross join lateral (
            select
              id, signal_type as type, title, severity,
              status, recommended_action, null::json as facts, (select slug from products where id = product_id) as product_slug,
              null as owner, created_by, created_at
            from signals
            where "status" in ('open', 'acknowledged', 'in-progress')
              and signal_type = urgent.type
              and severity = urgent.degree
              and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
            order by id desc
            limit 10
          ) as signal
        union all
        select
          id, 'decision_verdict', title, 'high', status, null,
          json_build_object(
            'expected_by',
            least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by'),
            'review_at', case when (status = 'active' and review_at < :today::date) then review_at end
          ),
          (select slug from products where id = product_id), owner, created_by, created_at
        from decisions
        where id in (select id from "due_verdicts" order by id desc limit 10)
        union all
        select
          id, 'decision_review', title, 'high',
          status, null, json_build_object('review_at', review_at), (select slug from products where id = product_id), owner, created_by, created_at
        from decisions
        where id in (select id from "due_reviews" order by id desc limit 10)
        union all
        select
          id, 'task', title, priority, status, null,
          json_build_object(
            'due_at', due_at, 'blocker', (select title from tasks as blocker where blocker.id = tasks.blocked_by_id), 'waits_for', blocked_by #>> '{}'
          ),
          (select slug from products where id = product_id), owner, created_by, created_at
        from tasks
        where id in (select id from due_tasks order by priority <> 'critical', id desc limit 10)
        union all
        select
          id, 'guard', title, 'high', status, null, json_build_object('failure', guard_failure), (select slug from products where id = product_id),
          null, created_by, created_at
        from canon_rules
        where id in (select id from "failing_guards" order by id desc limit 10)
      ),
      first_items as (
        select
          id, type, title, severity, status, recommended_action, facts, product_slug,
          owner, created_by, to_char("created_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
        from items
        order by severity <> 'critical',
          case type
            when 'problem' then 1
            when 'risk' then 2
            when 'growth-point' then 4
            else 3
          end, items.created_at desc, id desc
        limit 10
      )
    select
      json_build_object(
        'items', (select coalesce(json_agg(first_items), '[]') from first_items), 'total',
        (
          select count(*)
          from signals
          where (
              "status" in ('open', 'acknowledged', 'in-progress')
              and (severity = 'critical' or severity = 'high' and signal_type in ('problem', 'risk'))
            )
            and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
        ) + (select count(*) from due_verdicts) + (select count(*) from due_reviews) + (select count(*) from due_tasks) + (
          select count(*)
          from failing_guards
        )
      )
  ) as "attention",
  (
    select coalesce(json_agg(item), '[]')
    from (
        select id, title, rule_type as type, (status = 'active' and approved_by is not null) as trusted
        from canon_rules
        where status = 'active'
          and (
            (direction_id = (select id from scope) or product_id in (select id from scoped_products))
            or direction_id is null
            and product_id is null
          )
        order by (status = 'active' and approved_by is not null) desc, id desc
        limit 20
      ) as item
  ) as "canon",
  (
    select coalesce(json_agg(item), '[]')
    from (
        select slug, name, portfolio_status, health_state, is_favorite
        from products
        where direction_id = (select id from scope)
        order by is_favorite desc, id desc
        limit 200
      ) as item
  ) as "products",
  (
    select coalesce(json_agg(item), '[]')
    from (
        select signal.*
        from unnest(array['critical', 'high', 'medium', 'low']) with ordinality as level (degree, rank)
          cross join lateral (
            select
              id, signal_type as type, title, severity,
              status, recommended_action, (select slug from products where id = product_id) as product_slug, created_by
            from signals
            where "status" in ('open', 'acknowledged', 'in-progress')
              and signal_type = 'risk'
              and severity = level.degree
              and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
            order by id desc
            limit 10
          ) as signal
        order by rank, id desc
        limit 10
      ) as item
  ) as "risks",
  (
    select coalesce(json_agg(item), '[]')
    from (
        select signal.*
        from unnest(array['critical', 'high', 'medium', 'low']) with ordinality as level (degree, rank)
          cross join lateral (
            select
              id, signal_type as type, title, severity,
              status, recommended_action, (select slug from products where id = product_id) as product_slug, created_by
            from signals
            where "status" in ('open', 'acknowledged', 'in-progress')
              and signal_type = 'growth-point'
              and severity = level.degree
              and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
            order by id desc
            limit 10
          ) as signal
        order by rank, id desc
        limit 10
      ) as item
  ) as "growth_points",
  now() as "generated_at";

-- summary.trends
with "scope" as (select coalesce((select id from directions where slug = :direction_slug), (select direction_id from direction_aliases where slug = :direction_slug)) as id),
  "scoped_products" as (select id from products where direction_id = (select id from scope))
select
  json_build_object(
    'current',
    (
      select count(*)
      from "signals"
      where "created_at" >= now() - interval '30 days' and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
    ),
    'previous',
    (
      select count(*)
      from "signals"
      where "created_at" >= now() - interval '60 days'
        and "created_at" < now() - interval '30 days'
        and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
    )
  ) as "signals_opened",
  json_build_object(
    'current',
    (
      select count(*)
      from "signals"
      where "resolved_at" >= now() - interval '30 days' and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
    ),
    'previous',
    (
      select count(*)
      from "signals"
      where "resolved_at" >= now() - interval '60 days'
        and "resolved_at" < now() - interval '30 days'
        and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
    )
  ) as "signals_resolved",
  json_build_object(
    'current',
    (
      select count(*)
      from "insights"
      where "created_at" >= now() - interval '30 days'
        and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
        and retracted_at is null
    ),
    'previous',
    (
      select count(*)
      from "insights"
      where "created_at" >= now() - interval '60 days'
        and "created_at" < now() - interval '30 days'
        and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
        and retracted_at is null
    )
  ) as "insights",
  json_build_object(
    'current',
    (
      select count(*)
      from "decisions"
      where "created_at" >= now() - interval '30 days' and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
    ),
    'previous',
    (
      select count(*)
      from "decisions"
      where "created_at" >= now() - interval '60 days'
        and "created_at" < now() - interval '30 days'
        and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
    )
  ) as "decisions",
  json_build_object(
    'current',
    (
      select count(*)
      from "tasks"
      where "done_at" >= now() - interval '30 days' and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
    ),
    'previous',
    (
      select count(*)
      from "tasks"
      where "done_at" >= now() - interval '60 days'
        and "done_at" < now() - interval '30 days'
        and (direction_id = (select id from scope) or product_id in (select id from scoped_products))
    )
  ) as "tasks_done";
