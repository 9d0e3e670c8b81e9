-- portfolio_changes.after
select *
from (
    select
      (pg_control_system()).system_identifier || '-' || case
        when pg_is_in_recovery() then (pg_control_checkpoint()).timeline_id
        else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
      end || '-' || (select oid from pg_database where datname = current_database()) as server,
      :transaction::text::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) as is_ahead
  ) as "position"
  left join lateral (
    select
      *, (select count(*) from history where transaction_id = page.transaction_id and id > page.previous_id and id < page.history_id) as "skipped"
    from (
        select
          *,
          coalesce(
            lag(history_id) over (partition by transaction_id order by history_id),
            case when transaction_id = :transaction::text::xid8 then :last_id::bigint else 0 end
          ) as "previous_id"
        from (
            select
              "change"."transaction_id", "change"."id" as "history_id", "change"."record_type" as "entity", "change"."record_id" as "id",
              "change"."event", "change"."actor", "change"."approved_by", array(select jsonb_object_keys(changes)) as "changed_fields",
              case
                when event = 'created' then (
                  select coalesce(jsonb_object_agg(key, value), '{}')
                  from jsonb_each(changes)
                  where key in ('severity', 'status')
                )
                else changes
              end as "changes", "change"."reason", "change"."created_at" as "at"
            from (
                (
                  select *
                  from history
                  where record_type = 'direction'
                    and 'direction' = any (:types::text[])
                    and record_id = :direction_id::bigint
                    and (
                      transaction_id < pg_snapshot_xmin(pg_current_snapshot())
                      and event <> 'note_added'
                      and (transaction_id, id) > (:transaction::text::xid8, :last_id::bigint)
                      and ("created_at" at time zone 'utc') > :after::timestamptz at time zone 'utc'
                      and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor
                    )
                  order by transaction_id asc, id asc
                  limit 51
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'product'
                    and 'product' = any (:types::text[])
                    and (record_id = any (:product_ids::bigint[]) or history.id = any (:departure_ids::bigint[]))
                    and (
                      transaction_id < pg_snapshot_xmin(pg_current_snapshot())
                      and event <> 'note_added'
                      and (transaction_id, id) > (:transaction::text::xid8, :last_id::bigint)
                      and ("created_at" at time zone 'utc') > :after::timestamptz at time zone 'utc'
                      and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor
                    )
                  order by transaction_id asc, id asc
                  limit 51
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'app'
                    and 'app' = any (:types::text[])
                    and (record_id = any (:app_ids::bigint[]) or history.id = any (:departure_ids::bigint[]))
                    and (
                      transaction_id < pg_snapshot_xmin(pg_current_snapshot())
                      and event <> 'note_added'
                      and (transaction_id, id) > (:transaction::text::xid8, :last_id::bigint)
                      and ("created_at" at time zone 'utc') > :after::timestamptz at time zone 'utc'
                      and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor
                    )
                  order by transaction_id asc, id asc
                  limit 51
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'signal'
                    and 'signal' = any (:types::text[])
                    and record_id in (
                      select id
                      from "signals"
                      where ((product_id = any (:product_ids::bigint[]) or direction_id = :direction_id::bigint) or app_id = any (:app_ids::bigint[]))
                    )
                    and (
                      transaction_id < pg_snapshot_xmin(pg_current_snapshot())
                      and event <> 'note_added'
                      and (transaction_id, id) > (:transaction::text::xid8, :last_id::bigint)
                      and ("created_at" at time zone 'utc') > :after::timestamptz at time zone 'utc'
                      and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor
                    )
                  order by transaction_id asc, id asc
                  limit 51
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'insight'
                    and 'insight' = any (:types::text[])
                    and record_id in (
                      select id
                      from "insights"
                      where ((product_id = any (:product_ids::bigint[]) or direction_id = :direction_id::bigint) or app_id = any (:app_ids::bigint[]))
                    )
                    and (
                      transaction_id < pg_snapshot_xmin(pg_current_snapshot())
                      and event <> 'note_added'
                      and (transaction_id, id) > (:transaction::text::xid8, :last_id::bigint)
                      and ("created_at" at time zone 'utc') > :after::timestamptz at time zone 'utc'
                      and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor
                    )
                  order by transaction_id asc, id asc
                  limit 51
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'economics'
                    and 'economics' = any (:types::text[])
                    and record_id in (select id from "economics" where (product_id = any (:product_ids::bigint[]) or direction_id = :direction_id::bigint))
                    and (
                      transaction_id < pg_snapshot_xmin(pg_current_snapshot())
                      and event <> 'note_added'
                      and (transaction_id, id) > (:transaction::text::xid8, :last_id::bigint)
                      and ("created_at" at time zone 'utc') > :after::timestamptz at time zone 'utc'
                      and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor
                    )
                  order by transaction_id asc, id asc
                  limit 51
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'decision'
                    and 'decision' = any (:types::text[])
                    and record_id in (
                      select id
                      from "decisions"
                      where ((product_id = any (:product_ids::bigint[]) or direction_id = :direction_id::bigint) or app_id = any (:app_ids::bigint[]))
                    )
                    and (
                      transaction_id < pg_snapshot_xmin(pg_current_snapshot())
                      and event <> 'note_added'
                      and (transaction_id, id) > (:transaction::text::xid8, :last_id::bigint)
                      and ("created_at" at time zone 'utc') > :after::timestamptz at time zone 'utc'
                      and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor
                    )
                  order by transaction_id asc, id asc
                  limit 51
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'task'
                    and 'task' = any (:types::text[])
                    and record_id in (
                      select id
                      from "tasks"
                      where ((product_id = any (:product_ids::bigint[]) or direction_id = :direction_id::bigint) or app_id = any (:app_ids::bigint[]))
                    )
                    and (
                      transaction_id < pg_snapshot_xmin(pg_current_snapshot())
                      and event <> 'note_added'
                      and (transaction_id, id) > (:transaction::text::xid8, :last_id::bigint)
                      and ("created_at" at time zone 'utc') > :after::timestamptz at time zone 'utc'
                      and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor
                    )
                  order by transaction_id asc, id asc
                  limit 51
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'canon_rule'
                    and 'canon_rule' = any (:types::text[])
                    and record_id in (
                      select id
                      from "canon_rules"
                      where (product_id = any (:product_ids::bigint[]) or (product_id is null and (direction_id is null or direction_id = :rules_direction_id::bigint)))
                    )
                    and (
                      transaction_id < pg_snapshot_xmin(pg_current_snapshot())
                      and event <> 'note_added'
                      and (transaction_id, id) > (:transaction::text::xid8, :last_id::bigint)
                      and ("created_at" at time zone 'utc') > :after::timestamptz at time zone 'utc'
                      and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor
                    )
                  order by transaction_id asc, id asc
                  limit 51
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'proposal'
                    and 'proposal' = any (:types::text[])
                    and record_id in (select id from proposals where places && :proposal_places::text[])
                    and (
                      transaction_id < pg_snapshot_xmin(pg_current_snapshot())
                      and event <> 'note_added'
                      and (transaction_id, id) > (:transaction::text::xid8, :last_id::bigint)
                      and ("created_at" at time zone 'utc') > :after::timestamptz at time zone 'utc'
                      and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor
                    )
                  order by transaction_id asc, id asc
                  limit 51
                )
              ) as "change"
            order by "change"."transaction_id" asc, "change"."id" asc
            limit 51
          ) as "matching"
      ) as "page"
  ) as "change" on true
order by transaction_id::xid8 asc, "history_id" asc;

-- portfolio_changes.newest
select *
from (
    select
      (pg_control_system()).system_identifier || '-' || case
        when pg_is_in_recovery() then (pg_control_checkpoint()).timeline_id
        else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
      end || '-' || (select oid from pg_database where datname = current_database()) as server, false as is_ahead
  ) as "position"
  left join lateral (
    select
      *, (select count(*) from history where transaction_id = page.transaction_id and id > page.previous_id and id < page.history_id) as "skipped"
    from (
        select *, coalesce(lag(history_id) over (partition by transaction_id order by history_id), 0) as "previous_id"
        from (
            select
              "change"."transaction_id", "change"."id" as "history_id", "change"."record_type" as "entity", "change"."record_id" as "id",
              "change"."event", "change"."actor", "change"."approved_by", array(select jsonb_object_keys(changes)) as "changed_fields",
              case
                when event = 'created' then (
                  select coalesce(jsonb_object_agg(key, value), '{}')
                  from jsonb_each(changes)
                  where key in ('severity', 'status')
                )
                else changes
              end as "changes", "change"."reason", "change"."created_at" as "at"
            from (
                (
                  select *
                  from history
                  where record_type = 'direction'
                    and 'direction' = any (:types::text[])
                    and record_id = :direction_id::bigint
                    and (transaction_id < pg_snapshot_xmin(pg_current_snapshot()) and event <> 'note_added')
                  order by transaction_id desc, id desc
                  limit 50
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'product'
                    and 'product' = any (:types::text[])
                    and (record_id = any (:product_ids::bigint[]) or history.id = any (:departure_ids::bigint[]))
                    and (transaction_id < pg_snapshot_xmin(pg_current_snapshot()) and event <> 'note_added')
                  order by transaction_id desc, id desc
                  limit 50
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'app'
                    and 'app' = any (:types::text[])
                    and (record_id = any (:app_ids::bigint[]) or history.id = any (:departure_ids::bigint[]))
                    and (transaction_id < pg_snapshot_xmin(pg_current_snapshot()) and event <> 'note_added')
                  order by transaction_id desc, id desc
                  limit 50
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'signal'
                    and 'signal' = any (:types::text[])
                    and record_id in (
                      select id
                      from "signals"
                      where ((product_id = any (:product_ids::bigint[]) or direction_id = :direction_id::bigint) or app_id = any (:app_ids::bigint[]))
                    )
                    and (transaction_id < pg_snapshot_xmin(pg_current_snapshot()) and event <> 'note_added')
                  order by transaction_id desc, id desc
                  limit 50
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'insight'
                    and 'insight' = any (:types::text[])
                    and record_id in (
                      select id
                      from "insights"
                      where ((product_id = any (:product_ids::bigint[]) or direction_id = :direction_id::bigint) or app_id = any (:app_ids::bigint[]))
                    )
                    and (transaction_id < pg_snapshot_xmin(pg_current_snapshot()) and event <> 'note_added')
                  order by transaction_id desc, id desc
                  limit 50
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'economics'
                    and 'economics' = any (:types::text[])
                    and record_id in (select id from "economics" where (product_id = any (:product_ids::bigint[]) or direction_id = :direction_id::bigint))
                    and (transaction_id < pg_snapshot_xmin(pg_current_snapshot()) and event <> 'note_added')
                  order by transaction_id desc, id desc
                  limit 50
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'decision'
                    and 'decision' = any (:types::text[])
                    and record_id in (
                      select id
                      from "decisions"
                      where ((product_id = any (:product_ids::bigint[]) or direction_id = :direction_id::bigint) or app_id = any (:app_ids::bigint[]))
                    )
                    and (transaction_id < pg_snapshot_xmin(pg_current_snapshot()) and event <> 'note_added')
                  order by transaction_id desc, id desc
                  limit 50
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'task'
                    and 'task' = any (:types::text[])
                    and record_id in (
                      select id
                      from "tasks"
                      where ((product_id = any (:product_ids::bigint[]) or direction_id = :direction_id::bigint) or app_id = any (:app_ids::bigint[]))
                    )
                    and (transaction_id < pg_snapshot_xmin(pg_current_snapshot()) and event <> 'note_added')
                  order by transaction_id desc, id desc
                  limit 50
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'canon_rule'
                    and 'canon_rule' = any (:types::text[])
                    and record_id in (
                      select id
                      from "canon_rules"
                      where (product_id = any (:product_ids::bigint[]) or (product_id is null and (direction_id is null or direction_id = :rules_direction_id::bigint)))
                    )
                    and (transaction_id < pg_snapshot_xmin(pg_current_snapshot()) and event <> 'note_added')
                  order by transaction_id desc, id desc
                  limit 50
                )
                union all
                (
                  select *
                  from history
                  where record_type = 'proposal'
                    and 'proposal' = any (:types::text[])
                    and record_id in (select id from proposals where places && :proposal_places::text[])
                    and (transaction_id < pg_snapshot_xmin(pg_current_snapshot()) and event <> 'note_added')
                  order by transaction_id desc, id desc
                  limit 50
                )
              ) as "change"
            order by "change"."transaction_id" desc, "change"."id" desc
            limit 50
          ) as "matching"
      ) as "page"
  ) as "change" on true
order by transaction_id::xid8 desc, "history_id" desc;

-- portfolio_changes.place
select
  product_ids, direction_id,
  rules_direction_id, array(select id from apps where product_id = any (product_ids) or direction_id = place.direction_id) as app_ids,
  array(
    select id
    from history
    where record_type in ('app', 'product')
      and ((changes #>> '{product_id,from}')::bigint = any (product_ids) or (changes #>> '{direction_id,from}')::bigint = place.direction_id)
  ) as departure_ids,
  array['rules', 'rules of direction:' || rules_direction_id, 'direction:' || direction_id] || array(
    select 'product:' || id
    from unnest(product_ids) as id
  ) as proposal_places
from (
    select array[id] as product_ids, null::bigint as direction_id, direction_id as rules_direction_id
    from products
    where (
        slug = :product_slug
        and direction_id = coalesce((select id from directions where slug = :direction_slug), (select direction_id from direction_aliases where slug = :direction_slug))
      )
  ) as place;
