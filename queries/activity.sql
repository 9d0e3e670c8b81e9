-- activity.actor_name
select actor -> 'id' as "id", actor ->> 'name' as "name"
from "history"
where (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :key
order by "created_at" desc, "id" desc
limit 1;

-- activity.agents
with daily as (
    select
      (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) as key,
      width_bucket(("created_at" at time zone 'utc'), :starts::timestamp[]) as bucket, count(*) as changes, max(id) as latest
    from history
    where ("created_at" at time zone 'utc') >= (:starts::timestamp[]) [1]
      and actor ->> 'type' in ('portfolio_token', 'llm_key', 'env_token', 'bot')
      and (
        "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
      )
    group by 1, 2
  ),
  agents as (select key, sum(changes) as total, max(latest) as latest from daily group by 1 order by total desc, key limit 20)
select
  history.actor, agents.total,
  (
    select json_agg(json_build_object('date', (:dates::date[]) [day], 'changes', coalesce(changes, 0)) order by day)
    from generate_series(1, 7) as day left join daily on daily.key = agents.key and daily.bucket = day
  ) as days
from agents join history on history.id = agents.latest
order by agents.total desc, agents.key;

-- activity.entry
select
  "record"."id", "record"."record_type", "record"."record_id", "record"."event",
  "record"."actor", "record"."token", "record"."approved_by", "record"."reason",
  "record"."changes", "record"."surface", "record"."request_id", "record"."created_at"
from "history" as "record"
where "record"."id" = :id and record.record_type <> all (:hidden::text[]);

-- activity.list
select
  "record"."id", "record"."record_type", "record"."record_id", "record"."event",
  "record"."actor", "record"."token", "record"."approved_by", "record"."reason",
  "record"."changes", "record"."surface", "record"."request_id", "record"."created_at",
  (select to_jsonb(change_sets) from change_sets where change_sets.id = record.set_id) as "set"
from "history" as "record"
where (
    (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor_key
    and (not "is_folded")
    and record.created_at >= :since::timestamptz
    and (record.created_at, record.id) < (:after_time::timestamptz, :after_id::bigint)
    and record.record_type <> all (:hidden::text[])
  )
order by record.created_at desc, "record"."id" desc
limit 51;

-- activity.list_of_actors
with recursive
  actors (key, name) as (
    (
      select key, name
      from (
          select (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) as key, actor ->> 'name' as name, created_at, id
          from history
          where (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) is not null
        ) as entry
      order by key desc, created_at desc, id desc
      limit 1
    )
    union all
    select next.key, next.name
    from actors
      cross join lateral (
        select key, name
        from (
            select (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) as key, actor ->> 'name' as name, created_at, id
            from history
            where (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) < actors.key
          ) as entry
        order by key desc, created_at desc, id desc
        limit 1
      ) as next
  )
select record.*
from actors
  cross join lateral (
    (
      select
        "record"."id", "record"."record_type", "record"."record_id", "record"."event",
        "record"."actor", "record"."token", "record"."approved_by", "record"."reason",
        "record"."changes", "record"."surface", "record"."request_id", "record"."created_at",
        (select to_jsonb(change_sets) from change_sets where change_sets.id = record.set_id) as "set"
      from "history" as "record"
      where (
          (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = actors.key
          and (not "is_folded")
          and record.record_type <> all (:hidden::text[])
          and (
            (
              "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
            )
            and "record_type" <> 'proposal'
          )
        )
      order by record.created_at desc, "record"."id" desc
      limit 51
    )
  ) as record
where name ilike :actor_name
order by record.created_at desc, record.id desc
limit 51;
