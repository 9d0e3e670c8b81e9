-- change_feed.after
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
                select *
                from "history"
                where (
                    transaction_id < pg_snapshot_xmin(pg_current_snapshot())
                    and event <> 'note_added'
                    and (transaction_id, id) > (:transaction::text::xid8, :last_id::bigint)
                    and ("created_at" at time zone 'utc') > :after::timestamptz at time zone 'utc'
                    and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor
                    and (record_type, record_id) in (select * from unnest(:record_types::text[], :record_ids::bigint[]))
                  )
              ) as "change"
            order by "change"."transaction_id" asc, "change"."id" asc
            limit 51
          ) as "matching"
      ) as "page"
  ) as "change" on true
order by transaction_id::xid8 asc, "history_id" asc;

-- change_feed.lag
select greatest(0, extract(epoch from clock_timestamp() - created_at))::float8 as "seconds"
from "history"
where transaction_id >= pg_snapshot_xmin(pg_current_snapshot())
order by "history"."transaction_id", "history"."id"
limit 1;

-- change_feed.names
select 'direction' as entity, id, slug as slug, "name" as title, null::text as product_slug, null::jsonb as result
from "directions" as record
where id = any (:direction::bigint[])
union all
select 'product' as entity, id, slug as slug, "name" as title, slug as product_slug, null::jsonb as result
from "products" as record
where id = any (:product::bigint[])
union all
select
  'app' as entity, id, slug as slug, "name" as title, (select slug from products where id = record.product_id) as product_slug, null::jsonb as result
from "apps" as record
where id = any (:app::bigint[])
union all
select
  'signal' as entity, id, null::text as slug, "title" as title,
  (select slug from products where id = record.product_id) as product_slug, null::jsonb as result
from "signals" as record
where id = any (:signal::bigint[])
union all
select
  'insight' as entity, id, null::text as slug, "title" as title,
  (select slug from products where id = record.product_id) as product_slug, null::jsonb as result
from "insights" as record
where id = any (:insight::bigint[])
union all
select
  'economics' as entity, id, null::text as slug, "title" as title,
  (select slug from products where id = record.product_id) as product_slug, null::jsonb as result
from "economics" as record
where id = any (:economics::bigint[])
union all
select
  'decision' as entity, id, null::text as slug, "title" as title,
  (select slug from products where id = record.product_id) as product_slug, null::jsonb as result
from "decisions" as record
where id = any (:decision::bigint[])
union all
select
  'task' as entity, id, null::text as slug, "title" as title,
  (select slug from products where id = record.product_id) as product_slug, null::jsonb as result
from "tasks" as record
where id = any (:task::bigint[])
union all
select
  'canon_rule' as entity, id, null::text as slug, "title" as title,
  (select slug from products where id = record.product_id) as product_slug, null::jsonb as result
from "canon_rules" as record
where id = any (:canon_rule::bigint[])
union all
select 'proposal', id, null, title, (select slug from products where id = record.product_id), result
from proposals as record
where id = any (:proposal::bigint[]);

-- change_feed.newest
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
                select *
                from "history"
                where (
                    transaction_id < pg_snapshot_xmin(pg_current_snapshot())
                    and event <> 'note_added'
                    and (record_type, record_id) in (select * from unnest(:record_types::text[], :record_ids::bigint[]))
                  )
              ) as "change"
            order by "change"."transaction_id" desc, "change"."id" desc
            limit 50
          ) as "matching"
      ) as "page"
  ) as "change" on true
order by transaction_id::xid8 desc, "history_id" desc;

-- change_feed.transactions_ahead
select
  greatest(
    0,
    coalesce(
      (select transaction_id::text::bigint from history order by transaction_id desc limit 1), 0
    ) - pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1
  ) as transactions;
