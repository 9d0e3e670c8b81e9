-- my_day.counts
select
  (
    select count(*)
    from (
        select
          'task', record.id, record.title, record.due_at,
          record.priority, (select json_build_object('id', id, 'name', name) from products where id = record.product_id),
          record.status = 'blocked', null, (select json_build_object('id', id, 'title', title) from tasks where id = record.blocked_by_id),
          case jsonb_typeof(record.blocked_by)
            when 'string' then record.blocked_by #>> '{}'
          end
        from (select id, lower("name" collate "und-x-icu") as name, email from users where id = :user_id) as me
          join tasks as record on lower("record"."owner" collate "und-x-icu") = any (array[me.name, me.email])
          and (
            (
              select json_build_object('id', id, 'name', name)
              from users
              where status <> 'blocked'
                and (
                  lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
                  or email = lower("record"."owner" collate "und-x-icu")
                )
              order by email = lower("record"."owner" collate "und-x-icu") desc, id
              limit 1
            ) ->> 'id'
          )::bigint = me.id
        where "record"."status" in ('open', 'in-progress', 'blocked') and (record.due_at <= :until::date or record.status = 'blocked')
        union all
        select
          'decision', record.id, record.title, record.review_at,
          null, (select json_build_object('id', id, 'name', name) from products where id = record.product_id), false, null, null::json, null
        from (select id, lower("name" collate "und-x-icu") as name, email from users where id = :user_id) as me
          join decisions as record on lower("record"."owner" collate "und-x-icu") = any (array[me.name, me.email])
          and (
            (
              select json_build_object('id', id, 'name', name)
              from users
              where status <> 'blocked'
                and (
                  lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
                  or email = lower("record"."owner" collate "und-x-icu")
                )
              order by email = lower("record"."owner" collate "und-x-icu") desc, id
              limit 1
            ) ->> 'id'
          )::bigint = me.id
        where record.status = 'active' and record.review_at <= :until::date
        union all
        select 'service_task', record.id, record.title, record.due_at, record.priority, null::json, record.status = 'blocked', null, null::json, null
        from (select id, lower("name" collate "und-x-icu") as name, email from users where id = :user_id) as me
          join service_tasks as record on lower("record"."assignee" collate "und-x-icu") = any (array[me.name, me.email])
          and (
            (
              select json_build_object('id', id, 'name', name)
              from users
              where status <> 'blocked'
                and (
                  lower(name collate "und-x-icu") = lower("record"."assignee" collate "und-x-icu")
                  or email = lower("record"."assignee" collate "und-x-icu")
                )
              order by email = lower("record"."assignee" collate "und-x-icu") desc, id
              limit 1
            ) ->> 'id'
          )::bigint = me.id
        where record.status in ('open', 'in-progress', 'blocked') and (record.due_at <= :until::date or record.status = 'blocked')
        union all
        select 'strategy', record.id, record.name, record.ends_on, null, null::json, false, null, null::json, null
        from strategies as record
        where record.owner_id = :user_id and record.deleted_at is null and record.status in ('active', 'paused') and record.ends_on <= :until::date
      ) as work (record_type, id, title, due_at, priority, product, waits, owner, blocker, reason)
    where not waits
  ) as "work",
  (
    select count(*)
    from (
        select id
        from history
        where (("actor" ->> 'type') in ('portfolio_token', 'env_token', 'llm_key', 'bot'))
          and (
            ("event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected'))
            and "record_type" <> 'proposal'
          )
          and history.approved_by is null
          and history.record_type <> all (:hidden::text[])
          and history.created_at > now() - 30 * interval '1 day'
          and not exists (select from reviewed_changes where user_id = :user_id and history_id = history.id)
          and id > coalesce(
            (
              select id
              from history
              where ("created_at" at time zone 'utc') < (now() - 30 * interval '1 day') at time zone 'utc'
              order by ("created_at" at time zone 'utc') desc, id desc
              limit 1
            ),
            0
          )
        order by id desc
        limit 201
      ) as change
  ) as "changes",
  (select count(*) from proposals as record where (record.status = 'pending' and record.expires_at > now())) as "proposals";

-- my_day.work
select *
from (
    select
      'task', record.id, record.title, record.due_at,
      record.priority, (select json_build_object('id', id, 'name', name) from products where id = record.product_id), record.status = 'blocked', null,
      (select json_build_object('id', id, 'title', title) from tasks where id = record.blocked_by_id),
      case jsonb_typeof(record.blocked_by)
        when 'string' then record.blocked_by #>> '{}'
      end
    from (select id, lower("name" collate "und-x-icu") as name, email from users where id = :user_id) as me
      join tasks as record on lower("record"."owner" collate "und-x-icu") = any (array[me.name, me.email])
      and (
        (
          select json_build_object('id', id, 'name', name)
          from users
          where status <> 'blocked'
            and (lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu") or email = lower("record"."owner" collate "und-x-icu"))
          order by email = lower("record"."owner" collate "und-x-icu") desc, id
          limit 1
        ) ->> 'id'
      )::bigint = me.id
    where "record"."status" in ('open', 'in-progress', 'blocked') and (record.due_at <= :until::date or record.status = 'blocked')
    union all
    select
      'decision', record.id, record.title, record.review_at,
      null, (select json_build_object('id', id, 'name', name) from products where id = record.product_id), false, null, null::json, null
    from (select id, lower("name" collate "und-x-icu") as name, email from users where id = :user_id) as me
      join decisions as record on lower("record"."owner" collate "und-x-icu") = any (array[me.name, me.email])
      and (
        (
          select json_build_object('id', id, 'name', name)
          from users
          where status <> 'blocked'
            and (lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu") or email = lower("record"."owner" collate "und-x-icu"))
          order by email = lower("record"."owner" collate "und-x-icu") desc, id
          limit 1
        ) ->> 'id'
      )::bigint = me.id
    where record.status = 'active' and record.review_at <= :until::date
    union all
    select 'service_task', record.id, record.title, record.due_at, record.priority, null::json, record.status = 'blocked', null, null::json, null
    from (select id, lower("name" collate "und-x-icu") as name, email from users where id = :user_id) as me
      join service_tasks as record on lower("record"."assignee" collate "und-x-icu") = any (array[me.name, me.email])
      and (
        (
          select json_build_object('id', id, 'name', name)
          from users
          where status <> 'blocked'
            and (
              lower(name collate "und-x-icu") = lower("record"."assignee" collate "und-x-icu")
              or email = lower("record"."assignee" collate "und-x-icu")
            )
          order by email = lower("record"."assignee" collate "und-x-icu") desc, id
          limit 1
        ) ->> 'id'
      )::bigint = me.id
    where record.status in ('open', 'in-progress', 'blocked') and (record.due_at <= :until::date or record.status = 'blocked')
    union all
    select 'strategy', record.id, record.name, record.ends_on, null, null::json, false, null, null::json, null
    from strategies as record
    where record.owner_id = :user_id and record.deleted_at is null and record.status in ('active', 'paused') and record.ends_on <= :until::date
    union all
    select
      'task', record.id, record.title, record.due_at,
      record.priority, (select json_build_object('id', id, 'name', name) from products where id = record.product_id), true, record.owner,
      (select json_build_object('id', id, 'title', title) from tasks where id = record.blocked_by_id),
      case jsonb_typeof(record.blocked_by)
        when 'string' then record.blocked_by #>> '{}'
      end
    from (
        select mine.id as decision_id, me.id
        from (select id, lower("name" collate "und-x-icu") as name, email from users where id = :user_id) as me
          join lateral (
            select record.id
            from decisions as record
            where record.status = 'active'
              and lower("record"."owner" collate "und-x-icu") = any (array[me.name, me.email])
              and (
                (
                  select json_build_object('id', id, 'name', name)
                  from users
                  where status <> 'blocked'
                    and (
                      lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
                      or email = lower("record"."owner" collate "und-x-icu")
                    )
                  order by email = lower("record"."owner" collate "und-x-icu") desc, id
                  limit 1
                ) ->> 'id'
              )::bigint = me.id
          ) as mine on true
      ) as me
      join tasks as record on record.product_decision_id = me.decision_id
    where "record"."status" in ('open', 'in-progress', 'blocked')
      and record.owner is not null
      and (
        (
          select json_build_object('id', id, 'name', name)
          from users
          where status <> 'blocked'
            and (lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu") or email = lower("record"."owner" collate "und-x-icu"))
          order by email = lower("record"."owner" collate "und-x-icu") desc, id
          limit 1
        ) ->> 'id'
      )::bigint is distinct from me.id
  ) as work (record_type, id, title, due_at, priority, product, waits, owner, blocker, reason)
order by due_at nulls last, array_position(array['critical', 'high', 'medium', 'low'], priority), record_type, id
limit 200;
