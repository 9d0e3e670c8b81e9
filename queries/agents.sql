-- agents.count
select count(*) as "total"
from (select 1 as "one" from "agents" as "record" where (record.deleted_at is null and ("record"."name" ilike :search)) limit 1001) as "matching";

-- agents.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."title", "record"."description",
  "record"."model", "record"."is_active", "record"."restart_count", "record"."last_restarted_at", "record"."last_seen_at"
from "agents" as "record"
where (record.deleted_at is null and ("record"."name" ilike :search))
order by "record"."id" desc
limit 26;

-- agents.mark_seen
update agents
set last_seen_at = now()
where id = :id;

-- agents.of_bot
select "id", "name", "is_active", coalesce(last_seen_at >= now() - interval '1 minute', false) as "is_seen"
from "agents"
where "name" = :name and "deleted_at" is null;

-- agents.one
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."title", "record"."description",
  "record"."model", "record"."is_active", "record"."restart_count", "record"."last_restarted_at", "record"."last_seen_at"
from "agents" as "record"
where (record.deleted_at is null and true) and record.id = :id;
