-- assistant/agent/read.ts: reads: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."title", "record"."description",
  "record"."model", "record"."is_active", "record"."restart_count", "record"."last_restarted_at",
  "record"."last_seen_at"
from "agents" as "record"
where (true and record.deleted_at is null and (true))
order by "record"."id" desc
limit 51;

-- assistant/agent/read.ts: reads: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."title", "record"."description",
  "record"."model", "record"."is_active", "record"."restart_count", "record"."last_restarted_at",
  "record"."last_seen_at"
from "agents" as "record"
where
  (
    true
    and record.deleted_at is null
    and (true and record.status = :status and record.service_id = :service_id and "record"."name" ilike :search)
    and record.is_active = :is_active
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- assistant/agent/read.ts: reads: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "agents" as "record"
    where (true and record.deleted_at is null and (true))
    limit 1001
  ) as "matching";

-- assistant/agent/read.ts: reads: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "agents" as "record"
    where
      (
        true
        and record.deleted_at is null
        and (true and record.status = :status and record.service_id = :service_id and "record"."name" ilike :search)
        and record.is_active = :is_active
      )
  ) as "matching";

-- assistant/agent/read.ts: reads: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."title", "record"."description",
  "record"."model", "record"."is_active", "record"."restart_count", "record"."last_restarted_at",
  "record"."last_seen_at"
from "agents" as "record"
where
  (true and record.deleted_at is null and (true))
  and record.id = :id;
