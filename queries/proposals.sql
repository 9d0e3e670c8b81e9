-- proposals.conflicts
select
  case
    when (record.status = 'pending' and record.expires_at > now()) then coalesce(
      (
        select
          jsonb_agg(
            jsonb_build_object(
              'field', case when record.action = 'batch' then format('operations.%s.%s', position - 1, field) else field end, 'base', base,
              'proposed', proposed, 'now', now
            )
            order by position, field
          )
        from (
            select distinct
              on (target.item ->> 'kind', target.item ->> 'id', change.field) target.position, change.field,
              coalesce(change.value -> 'from', 'null') as base, coalesce(change.value -> 'to', 'null') as proposed,
              coalesce(stored.row -> change.field, 'null') as now
            from jsonb_array_elements(record.targets) with ordinality as target (item, position)
              cross join lateral (
                select
                  case target.item ->> 'kind'
                    when 'direction' then (select to_jsonb(present) from "directions" as present where id = (target.item ->> 'id')::bigint)
                    when 'product' then (select to_jsonb(present) from "products" as present where id = (target.item ->> 'id')::bigint)
                    when 'app' then (select to_jsonb(present) from "apps" as present where id = (target.item ->> 'id')::bigint)
                    when 'signal' then (select to_jsonb(present) from "signals" as present where id = (target.item ->> 'id')::bigint)
                    when 'insight' then (select to_jsonb(present) from "insights" as present where id = (target.item ->> 'id')::bigint)
                    when 'economics' then (select to_jsonb(present) from "economics" as present where id = (target.item ->> 'id')::bigint)
                    when 'decision' then (select to_jsonb(present) from "decisions" as present where id = (target.item ->> 'id')::bigint)
                    when 'task' then (select to_jsonb(present) from "tasks" as present where id = (target.item ->> 'id')::bigint)
                    when 'canon_rule' then (select to_jsonb(present) from "canon_rules" as present where id = (target.item ->> 'id')::bigint)
                  end as row
              ) as stored
              cross join lateral (
                select
                  case
                    when record.action = 'batch' then record.body #> array['operations', (target.position - 1)::text, 'body']
                    else record.body
                  end as body
              ) as sent
              cross join lateral (
                select *
                from jsonb_each(target.item -> 'changes')
                union all
                select key, jsonb_build_object('from', value, 'to', value)
                from jsonb_each(coalesce(target.item -> 'unchanged', '{}'))
              ) as change (field, value)
            where target.item ->> 'id' is not null
              and jsonb_exists_any (sent.body, array[change.field, regexp_replace(change.field, '_id$', '_slug'), regexp_replace(change.field, '_slug$', '_id')])
            order by target.item ->> 'kind', target.item ->> 'id', change.field, target.position
          ) as field
        where base <> now
      ),
      '[]'
    )
    else '[]'
  end as "conflicts"
from "proposals" as "record"
where "record"."id" = :id;

-- proposals.list
select
  "record"."id", "record"."created_at", "record"."created_by", "record"."operation",
  "record"."method", "record"."path", "record"."kind", "record"."action",
  "record"."reason", "record"."rules", "record"."expires_at", "record"."decided_by",
  "record"."decided_at", "record"."decision_note", "record"."edited", "record"."result",
  (
    select jsonb_agg(item - 'changes' - 'unchanged' - 'beside' order by position)
    from jsonb_array_elements(record.targets) with ordinality as target (item, position)
  ) as "targets",
  case when record.status in ('pending', 'changes_wanted') and record.expires_at <= now() then 'expired' else record.status end as "status",
  (
    record.created_by ->> 'type' = 'portfolio_token'
    and exists (select from tokens where id = (record.created_by ->> 'id')::bigint and revoked_at is not null)
  ) as "token_revoked",
  (select slug from products where id = record.product_id) as "product_slug",
  case
    when (record.status = 'pending' and record.expires_at > now()) then (
      select count(*)::int
      from (
          select distinct
            on (target.item ->> 'kind', target.item ->> 'id', change.field) target.position, change.field,
            coalesce(change.value -> 'from', 'null') as base, coalesce(change.value -> 'to', 'null') as proposed,
            coalesce(stored.row -> change.field, 'null') as now
          from jsonb_array_elements(record.targets) with ordinality as target (item, position)
            cross join lateral (
              select
                case target.item ->> 'kind'
                  when 'direction' then (select to_jsonb(present) from "directions" as present where id = (target.item ->> 'id')::bigint)
                  when 'product' then (select to_jsonb(present) from "products" as present where id = (target.item ->> 'id')::bigint)
                  when 'app' then (select to_jsonb(present) from "apps" as present where id = (target.item ->> 'id')::bigint)
                  when 'signal' then (select to_jsonb(present) from "signals" as present where id = (target.item ->> 'id')::bigint)
                  when 'insight' then (select to_jsonb(present) from "insights" as present where id = (target.item ->> 'id')::bigint)
                  when 'economics' then (select to_jsonb(present) from "economics" as present where id = (target.item ->> 'id')::bigint)
                  when 'decision' then (select to_jsonb(present) from "decisions" as present where id = (target.item ->> 'id')::bigint)
                  when 'task' then (select to_jsonb(present) from "tasks" as present where id = (target.item ->> 'id')::bigint)
                  when 'canon_rule' then (select to_jsonb(present) from "canon_rules" as present where id = (target.item ->> 'id')::bigint)
                end as row
            ) as stored
            cross join lateral (
              select
                case
                  when record.action = 'batch' then record.body #> array['operations', (target.position - 1)::text, 'body']
                  else record.body
                end as body
            ) as sent
            cross join lateral (
              select *
              from jsonb_each(target.item -> 'changes')
              union all
              select key, jsonb_build_object('from', value, 'to', value)
              from jsonb_each(coalesce(target.item -> 'unchanged', '{}'))
            ) as change (field, value)
          where target.item ->> 'id' is not null
            and jsonb_exists_any (sent.body, array[change.field, regexp_replace(change.field, '_id$', '_slug'), regexp_replace(change.field, '_slug$', '_id')])
          order by target.item ->> 'kind', target.item ->> 'id', change.field, target.position
        ) as field
      where base <> now
    )
    else 0
  end as "conflicts"
from "proposals" as "record"
where (
    (
      true
      and true
      and (
        case when record.status in ('pending', 'changes_wanted') and record.expires_at <= now() then 'expired' else record.status end = :status
        or (:status = 'decided' and not (record.status in ('pending', 'changes_wanted') and record.expires_at > now()))
      )
      and record.places @> array[
        'product:' || (select id from products where slug = :product_slug)
      ]
    )
    and record.credential = :credential
  )
order by "record"."id" desc
limit 26;

-- proposals.sent
select
  "record"."body", "record"."preview", "record"."phrases", "record"."targets",
  case
    when (record.status = 'pending' and record.expires_at > now()) then coalesce(
      (
        select
          jsonb_agg(
            jsonb_build_object(
              'field', case when record.action = 'batch' then format('operations.%s.%s', position - 1, field) else field end, 'base', base,
              'proposed', proposed, 'now', now
            )
            order by position, field
          )
        from (
            select distinct
              on (target.item ->> 'kind', target.item ->> 'id', change.field) target.position, change.field,
              coalesce(change.value -> 'from', 'null') as base, coalesce(change.value -> 'to', 'null') as proposed,
              coalesce(stored.row -> change.field, 'null') as now
            from jsonb_array_elements(record.targets) with ordinality as target (item, position)
              cross join lateral (
                select
                  case target.item ->> 'kind'
                    when 'direction' then (select to_jsonb(present) from "directions" as present where id = (target.item ->> 'id')::bigint)
                    when 'product' then (select to_jsonb(present) from "products" as present where id = (target.item ->> 'id')::bigint)
                    when 'app' then (select to_jsonb(present) from "apps" as present where id = (target.item ->> 'id')::bigint)
                    when 'signal' then (select to_jsonb(present) from "signals" as present where id = (target.item ->> 'id')::bigint)
                    when 'insight' then (select to_jsonb(present) from "insights" as present where id = (target.item ->> 'id')::bigint)
                    when 'economics' then (select to_jsonb(present) from "economics" as present where id = (target.item ->> 'id')::bigint)
                    when 'decision' then (select to_jsonb(present) from "decisions" as present where id = (target.item ->> 'id')::bigint)
                    when 'task' then (select to_jsonb(present) from "tasks" as present where id = (target.item ->> 'id')::bigint)
                    when 'canon_rule' then (select to_jsonb(present) from "canon_rules" as present where id = (target.item ->> 'id')::bigint)
                  end as row
              ) as stored
              cross join lateral (
                select
                  case
                    when record.action = 'batch' then record.body #> array['operations', (target.position - 1)::text, 'body']
                    else record.body
                  end as body
              ) as sent
              cross join lateral (
                select *
                from jsonb_each(target.item -> 'changes')
                union all
                select key, jsonb_build_object('from', value, 'to', value)
                from jsonb_each(coalesce(target.item -> 'unchanged', '{}'))
              ) as change (field, value)
            where target.item ->> 'id' is not null
              and jsonb_exists_any (sent.body, array[change.field, regexp_replace(change.field, '_id$', '_slug'), regexp_replace(change.field, '_slug$', '_id')])
            order by target.item ->> 'kind', target.item ->> 'id', change.field, target.position
          ) as field
        where base <> now
      ),
      '[]'
    )
    else '[]'
  end as "conflicts"
from "proposals" as "record"
where "record"."id" = :id;
