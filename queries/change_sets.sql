-- change_sets.changes
select
  "entry"."id", "entry"."record_type", "entry"."record_id", "entry"."event",
  "entry"."actor", "entry"."token", "entry"."approved_by", "entry"."reason",
  "entry"."changes", "entry"."surface", "entry"."request_id", "entry"."created_at"
from unnest(:types::text[], :ids::bigint[]) as record (type, id)
  cross join lateral (
    select *
    from history
    where record_type = record.type and record_id = record.id and set_id = any (:sets::bigint[])
    order by history.id desc
  ) as entry
order by entry.id desc;

-- change_sets.outside
select
  "entry"."id", "entry"."record_type", "entry"."record_id", "entry"."event",
  "entry"."actor", "entry"."token", "entry"."approved_by", "entry"."reason",
  "entry"."changes", "entry"."surface", "entry"."request_id", "entry"."created_at"
from history as entry
where record_type = :record_type and record_id = any (:ids::bigint[]) and id > :after::bigint and (set_id is null or set_id <> all (:sets::bigint[]))
order by id desc;

-- change_sets.records
select record_type, record_id, set_id
from (
    select distinct
      on (record_type, record_id) record_type, record_id, set_id, id
    from history
    where set_id = any (:sets::bigint[])
    order by record_type, record_id, event = 'created' desc, id desc
  ) as record
order by id desc;
