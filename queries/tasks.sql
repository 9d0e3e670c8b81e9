-- tasks.blocker
with recursive
  chain (id, blocked_by_id) as (
    select id, blocked_by_id
    from tasks
    where id = :blocked_by::bigint
    union
    select tasks.id, tasks.blocked_by_id
    from chain join tasks on tasks.id = chain.blocked_by_id
  )
select status, (select chain.id from chain where chain.blocked_by_id = :id::bigint) as waits_by
from tasks
where id = :blocked_by::bigint;

-- tasks.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_decision_id", "record"."product_id", "record"."direction_id",
  "record"."app_id", "record"."title", "record"."owner", "record"."status",
  "record"."priority", "record"."due_at", "record"."note", "record"."blocked_by", "record"."done_at",
  case
    when record.evidence = '[]' then record.evidence
    else (
      select
        jsonb_agg(
          case when is_retracted (item ->> 'type', (item ->> 'id')::bigint) then item || '{"retracted": true}' else item end
          order by position
        )
      from jsonb_array_elements(record.evidence) with ordinality as listed (item, position)
    )
  end as "evidence", (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where id = coalesce((select direction_id from products where id = record.product_id), record.direction_id)
  ) as "direction_slug",
  (select slug from apps where id = record.app_id) as "app_slug",
  (
    select json_build_object('id', id, 'name', name)
    from users
    where status <> 'blocked'
      and (lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu") or email = lower("record"."owner" collate "und-x-icu"))
    order by email = lower("record"."owner" collate "und-x-icu") desc, id
    limit 1
  ) as "owner_user"
from "tasks" as "record"
where (
    (
      (
        record.direction_id = coalesce((select id from directions where slug = :direction_slug), (select direction_id from direction_aliases where slug = :direction_slug))
        or record.product_id in (
          select id
          from products
          where direction_id = coalesce((select id from directions where slug = :direction_slug), (select direction_id from direction_aliases where slug = :direction_slug))
        )
      )
    )
    and lower(record.owner collate "und-x-icu") = lower(:owner::text collate "und-x-icu")
    and ("status" in ('open', 'in-progress', 'blocked') and due_at < (now() at time zone 'UTC')::date)
    and record.status = :status
  )
order by "record"."id" desc
limit 26;
