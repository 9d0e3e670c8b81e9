-- journal/activity.ts: selectChange
select
  "record"."id", "record"."record_type", "record"."record_id", "record"."event",
  "record"."actor", "record"."token", "record"."approved_by", "record"."reason",
  "record"."changes", "record"."surface", "record"."request_id", "record"."created_at"
from "history" as "record"
where
  "record"."id" = :id
  and record.record_type <> all (:hidden::text[]);

-- journal/activity.ts: selectActivity, without filters
select
  "record"."id", "record"."record_type", "record"."record_id", "record"."event",
  "record"."actor", "record"."token", "record"."approved_by", "record"."reason",
  "record"."changes", "record"."surface", "record"."request_id", "record"."created_at"
from "history" as "record"
where (true and record.record_type <> all (:hidden::text[]))
order by ("created_at" at time zone 'utc') desc, "record"."id" desc
limit 51;

-- journal/activity.ts: selectActivity, with all filters
with recursive
  actors (key, name) as (
    (
      select key, name
      from
        (
          select
            (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) as key,
            actor ->> 'name' as name, created_at, id
          from history
          where (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) is not null
        ) as entry
      order by key desc, created_at desc, id desc
      limit 1
    )
    union all
    select next.key, next.name
    from
      actors
      cross join lateral (
        select key, name
        from
          (
            select
              (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) as key,
              actor ->> 'name' as name, created_at, id
            from history
            where (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) < actors.key
          ) as entry
        order by key desc, created_at desc, id desc
        limit 1
      ) as next
  )
select record.*
from
  actors
  cross join lateral (
    (
      select
        "record"."id", "record"."record_type", "record"."record_id", "record"."event",
        "record"."actor", "record"."token", "record"."approved_by", "record"."reason",
        "record"."changes", "record"."surface", "record"."request_id", "record"."created_at"
      from "history" as "record"
      where
        (
          true
          and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = actors.key
          and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor_key
          and record.surface = :surface
          and record.record_type = :entity
          and record.record_id = :record_id
          and record.created_at >= :since::timestamptz
          and record.created_at <= :until::timestamptz
          and record.id < :after_id::bigint
          and record.record_type <> all (:hidden::text[])
          and (
            (
              "event" not in (
                'note_added', 'signed_in', 'sign_in_failed', 'invited',
                'linked', 'unlinked', 'connected', 'disconnected'
              )
            )
            and "record_type" <> 'proposal'
          )
        )
      order by "record"."id" desc
      limit 51
    )
  ) as record
where (key = :actor_type or starts_with(key, :actor_type || ':'))
order by record.created_at desc, record.id desc
limit 51;

-- journal/agent-activity.ts: selectAgents
with
  daily as (
    select
      (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) as key,
      width_bucket(("created_at" at time zone 'utc'), :starts::timestamp[]) as bucket,
      count(*) as changes, max(id) as latest
    from history
    where
      ("created_at" at time zone 'utc') >= (:starts::timestamp[]) [1]
      and actor ->> 'type' in ('portfolio_token', 'llm_key', 'env_token', 'bot')
    group by 1, 2
  ),
  agents as (
    select key, sum(changes) as total, max(latest) as latest
    from daily
    group by 1
    order by total desc, key
    limit 20
  )
select
  history.actor, agents.total,
  (
    select
      json_agg(
        json_build_object('date', (:dates::date[]) [day], 'changes', coalesce(changes, 0))
        order by day
      )
    from
      generate_series(1, 7) as day
      left join daily on daily.key = agents.key
      and daily.bucket = day
  ) as days
from
  agents
  join history on history.id = agents.latest
order by agents.total desc, agents.key;

-- journal/note.ts: list: rows, without filters
select "record"."id", "record"."body", "record"."author", "record"."created_at"
from "notes" as "record"
where
  record.record_type = :record_type
  and record.record_id = :record_id
order by "record"."id" desc
limit 51;

-- journal/note.ts: list: rows, with all filters
select "record"."id", "record"."body", "record"."author", "record"."created_at"
from "notes" as "record"
where
  record.record_type = :record_type
  and record.record_id = :record_id
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- journal/note.ts: list: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "notes" as "record"
    where
      record.record_type = :record_type
      and record.record_id = :record_id
    limit 1001
  ) as "matching";

-- journal/note.ts: list: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "notes" as "record"
    where
      record.record_type = :record_type
      and record.record_id = :record_id
  ) as "matching";

-- journal/note.ts: list: selectById
select "record"."id", "record"."body", "record"."author", "record"."created_at"
from "notes" as "record"
where
  record.record_type = :record_type
  and record.record_id = :record_id
  and record.id = :id;

-- journal/note.ts: selectNote
select "record"."id", "record"."body", "record"."author", "record"."created_at"
from "notes" as "record"
where
  record.record_type = :record_type
  and record.record_id = :record_id
  and "record"."id" = :id;

-- journal/read-creation.ts: selectCreation
select "id", "actor", "created_at"
from "history"
where
  "record_type" = :record_type
  and "record_id" = :record_id
  and "event" = 'created'
order by "id"
limit 1;

-- journal/record-history.ts: list: rows, without filters
select
  "record"."id", "record"."event", "record"."actor", "record"."token",
  "record"."approved_by", "record"."reason", "record"."changes", "record"."surface",
  "record"."request_id", "record"."created_at"
from "history" as "record"
where
  record.record_type = :record_type
  and record.record_id = :record_id
order by "record"."id" desc
limit 51;

-- journal/record-history.ts: list: rows, with all filters
select
  "record"."id", "record"."event", "record"."actor", "record"."token",
  "record"."approved_by", "record"."reason", "record"."changes", "record"."surface",
  "record"."request_id", "record"."created_at"
from "history" as "record"
where
  record.record_type = :record_type
  and record.record_id = :record_id
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- journal/record-history.ts: list: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "history" as "record"
    where
      record.record_type = :record_type
      and record.record_id = :record_id
    limit 1001
  ) as "matching";

-- journal/record-history.ts: list: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "history" as "record"
    where
      record.record_type = :record_type
      and record.record_id = :record_id
  ) as "matching";

-- journal/record-history.ts: list: selectById
select
  "record"."id", "record"."event", "record"."actor", "record"."token",
  "record"."approved_by", "record"."reason", "record"."changes", "record"."surface",
  "record"."request_id", "record"."created_at"
from "history" as "record"
where
  record.record_type = :record_type
  and record.record_id = :record_id
  and record.id = :id;

-- journal/request-of-change.ts: selectRequest
select "request_logs"."id"
from
  "history"
  inner join "request_logs" on "request_logs"."request_id" = "history"."request_id"
where
  "history"."id" = :id
  and request_logs.created_at between history.created_at - interval '1 minute' and history.created_at + interval '15 minutes'
order by "request_logs"."id"
limit 1;

-- journal/review.ts: selectUnreviewed
select
  "id", "record_type", "record_id", "event", "actor", "token", "approved_by", "reason",
  "changes", "surface", "request_id", "created_at"
from "history"
where
  (("actor" ->> 'type') in ('portfolio_token', 'env_token', 'llm_key', 'bot'))
  and (
    (
      "event" not in (
        'note_added', 'signed_in', 'sign_in_failed', 'invited',
        'linked', 'unlinked', 'connected', 'disconnected'
      )
    )
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
order by "id" desc
limit 200;

-- journal/sent-form.ts: selectAnswer
select "status", "body", extract(epoch from now() - created_at)::int as "age"
from "idempotency_keys"
where "scope" = :scope;
