-- inbox.list
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
  end as "conflicts", "record"."title",
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'name', change.key, 'from',
            case
              when change.key in ('status', 'portfolio_status', 'economics_status', 'implementation_status', 'product_binding_status', 'health_state', 'product_focus', 'severity') then change.value -> 'from'
            end, 'to',
            case
              when change.key in ('status', 'portfolio_status', 'economics_status', 'implementation_status', 'product_binding_status', 'health_state', 'product_focus', 'severity') then change.value -> 'to'
            end
          )
          order by change.key in (
              'status', 'portfolio_status', 'economics_status', 'implementation_status',
              'product_binding_status', 'health_state', 'product_focus', 'severity', 'risk_summary'
            ) desc,
            change.key
        ),
        '[]'
      )
    from jsonb_array_elements(record.targets) as target, jsonb_each(target -> 'changes') as change
    where target ->> 'id' is not null
  ) as "changed",
  (
    record.operation like 'retract\_%'
    or exists (
      select
      from jsonb_array_elements(record.targets) as target
      where target ->> 'kind' = 'canon_rule'
        or (
          target ->> 'id' is not null
          and exists (
            select
            from jsonb_each(target -> 'changes') as change
            where change.key in (
                'status', 'portfolio_status', 'economics_status', 'implementation_status',
                'product_binding_status', 'health_state', 'product_focus', 'severity', 'risk_summary'
              )
          )
        )
    )
  ) as "is_risky",
  (select name from products where id = record.product_id) as "product_name"
from "proposals" as "record"
where (
    (
      true
      and true
      and (
        case when record.status in ('pending', 'changes_wanted') and record.expires_at <= now() then 'expired' else record.status end = :status
        or (:status = 'decided' and not (record.status in ('pending', 'changes_wanted') and record.expires_at > now()))
      )
    )
    and (record.created_by ->> 'type' = 'user' and (record.created_by ->> 'id')::bigint = :person_id)
  )
order by (record.status = 'pending' and record.expires_at > now()) desc,
  case when (record.status = 'pending' and record.expires_at > now()) then record.id end, "record"."id" desc
limit 26;

-- inbox.open_of_record
select
  "record"."id", "record"."created_by", case when action = 'batch' then jsonb_array_length(targets) end as "operations",
  case when record.status in ('pending', 'changes_wanted') and record.expires_at <= now() then 'expired' else record.status end as "status"
from "proposals" as "record"
where (record.status in ('pending', 'changes_wanted') and record.expires_at > now())
  and record.targets @> jsonb_build_array(jsonb_build_object('kind', :kind::text, 'id', :id::bigint))
order by "record"."id";

-- inbox.pending
select (select count(*) from proposals as record where (record.status = 'pending' and record.expires_at > now())) as count;
