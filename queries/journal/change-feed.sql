-- journal/change-feed/feed-lag.ts: selectLag
select greatest(0, extract(epoch from clock_timestamp() - created_at))::float8 as "seconds"
from "history"
where transaction_id >= pg_snapshot_xmin(pg_current_snapshot())
order by "history"."transaction_id", "history"."id"
limit 1;

-- journal/change-feed/select.ts: selectChangesAfter, without filters
select *
from
  (
    select
      (pg_control_system()).system_identifier || '-' || case
        when pg_is_in_recovery() then (pg_control_checkpoint()).timeline_id
        else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
      end || '-' || (select oid from pg_database where datname = current_database()) as server,
      false as is_ahead
  ) as "position"
  left join lateral (
    select
      transaction_id::text as "transaction_id", "change"."id" as "history_id",
      "change"."record_type" as "entity", "change"."record_id" as "id",
      "change"."event", "change"."actor",
      "change"."approved_by", array(select jsonb_object_keys(changes)) as "changed_fields",
      case
        when event = 'created' then (
          select coalesce(jsonb_object_agg(key, value), '{}')
          from jsonb_each(changes)
          where key in ('severity', 'status')
        )
        else changes
      end as "changes", "change"."created_at" as "at"
    from
      unnest(:types::text[]) as type (name)
      inner join lateral (
        select *
        from "history"
        where
          "record_type" = "type"."name"
          and (true and transaction_id < pg_snapshot_xmin(pg_current_snapshot()))
        order by "history"."transaction_id" asc, "history"."id" asc
        limit 51
      ) as "change" on true
    order by "change"."transaction_id" asc, "change"."id" asc
    limit 51
  ) as "change" on true
order by transaction_id::xid8 asc, "history_id" asc;

-- journal/change-feed/select.ts: selectChangesAfter, with all filters
select *
from
  (
    select
      (pg_control_system()).system_identifier || '-' || case
        when pg_is_in_recovery() then (pg_control_checkpoint()).timeline_id
        else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
      end || '-' || (select oid from pg_database where datname = current_database()) as server,
      :transaction::text::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) as is_ahead
  ) as "position"
  left join lateral (
    select
      transaction_id::text as "transaction_id", "change"."id" as "history_id",
      "change"."record_type" as "entity", "change"."record_id" as "id",
      "change"."event", "change"."actor",
      "change"."approved_by", array(select jsonb_object_keys(changes)) as "changed_fields",
      case
        when event = 'created' then (
          select coalesce(jsonb_object_agg(key, value), '{}')
          from jsonb_each(changes)
          where key in ('severity', 'status')
        )
        else changes
      end as "changes", "change"."created_at" as "at"
    from
      (
        select *
        from "history"
        where
          (
            true
            and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
            and (transaction_id, id) > (:transaction::text::xid8, :last_id::bigint)
            and ("created_at" at time zone 'utc') > :after::timestamptz at time zone 'utc'
            and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor
            and (record_type, record_id) in (select * from unnest(:record_types::text[], :record_ids::bigint[]))
          )
      ) as "change"
    order by "change"."transaction_id" asc, "change"."id" asc
    limit 51
  ) as "change" on true
order by transaction_id::xid8 asc, "history_id" asc;

-- journal/change-feed/select.ts: selectNewestChanges, without filters
select *
from
  (
    select
      (pg_control_system()).system_identifier || '-' || case
        when pg_is_in_recovery() then (pg_control_checkpoint()).timeline_id
        else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
      end || '-' || (select oid from pg_database where datname = current_database()) as server,
      false as is_ahead
  ) as "position"
  left join lateral (
    select
      transaction_id::text as "transaction_id", "change"."id" as "history_id",
      "change"."record_type" as "entity", "change"."record_id" as "id",
      "change"."event", "change"."actor",
      "change"."approved_by", array(select jsonb_object_keys(changes)) as "changed_fields",
      case
        when event = 'created' then (
          select coalesce(jsonb_object_agg(key, value), '{}')
          from jsonb_each(changes)
          where key in ('severity', 'status')
        )
        else changes
      end as "changes", "change"."created_at" as "at"
    from
      unnest(:types::text[]) as type (name)
      inner join lateral (
        select *
        from "history"
        where
          "record_type" = "type"."name"
          and (true and transaction_id < pg_snapshot_xmin(pg_current_snapshot()))
        order by "history"."transaction_id" desc, "history"."id" desc
        limit 51
      ) as "change" on true
    order by "change"."transaction_id" desc, "change"."id" desc
    limit 51
  ) as "change" on true
order by transaction_id::xid8 desc, "history_id" desc;

-- journal/change-feed/select.ts: selectNewestChanges, with all filters
select *
from
  (
    select
      (pg_control_system()).system_identifier || '-' || case
        when pg_is_in_recovery() then (pg_control_checkpoint()).timeline_id
        else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
      end || '-' || (select oid from pg_database where datname = current_database()) as server,
      :transaction::text::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) as is_ahead
  ) as "position"
  left join lateral (
    select
      transaction_id::text as "transaction_id", "change"."id" as "history_id",
      "change"."record_type" as "entity", "change"."record_id" as "id",
      "change"."event", "change"."actor",
      "change"."approved_by", array(select jsonb_object_keys(changes)) as "changed_fields",
      case
        when event = 'created' then (
          select coalesce(jsonb_object_agg(key, value), '{}')
          from jsonb_each(changes)
          where key in ('severity', 'status')
        )
        else changes
      end as "changes", "change"."created_at" as "at"
    from
      (
        select *
        from "history"
        where
          (
            true
            and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
            and (transaction_id, id) > (:transaction::text::xid8, :last_id::bigint)
            and ("created_at" at time zone 'utc') > :after::timestamptz at time zone 'utc'
            and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor
            and (record_type, record_id) in (select * from unnest(:record_types::text[], :record_ids::bigint[]))
          )
      ) as "change"
    order by "change"."transaction_id" desc, "change"."id" desc
    limit 51
  ) as "change" on true
order by transaction_id::xid8 desc, "history_id" desc;

-- journal/change-feed/select.ts: countEarlierChanges, without filters
select count(*) as "count"
from "history"
where
  record_type = any (:types::text[])
  and transaction_id = :transaction::text::xid8
  and id < :before_id::bigint
  and (true and transaction_id < pg_snapshot_xmin(pg_current_snapshot()));

-- journal/change-feed/select.ts: countEarlierChanges, with all filters
select count(*) as "count"
from "history"
where
  record_type = any (:types::text[])
  and transaction_id = :transaction::text::xid8
  and id < :before_id::bigint
  and (
    true
    and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
    and (transaction_id, id) > (:transaction::text::xid8, :last_id::bigint)
    and ("created_at" at time zone 'utc') > :after::timestamptz at time zone 'utc'
    and (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :actor
    and (record_type, record_id) in (select * from unnest(:record_types::text[], :record_ids::bigint[]))
  );
