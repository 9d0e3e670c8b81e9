-- service_tasks.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."title", "record"."description", "record"."status", "record"."priority", "record"."assignee",
  "record"."due_at", (select json_build_object('id', id, 'name', "name") from "services" where id = record."service_id") as "service",
  (select json_build_object('id', id, 'name', "title") from "improvements" where id = record."improvement_id") as "improvement",
  (select json_build_object('id', id, 'name', "name") from "agents" where id = record."agent_id") as "agent",
  (
    select json_build_object('id', id, 'name', name)
    from users
    where status <> 'blocked'
      and (lower(name collate "und-x-icu") = lower("record"."assignee" collate "und-x-icu") or email = lower("record"."assignee" collate "und-x-icu"))
    order by email = lower("record"."assignee" collate "und-x-icu") desc, id
    limit 1
  ) as "assignee_user"
from "service_tasks" as "record"
where ((record.status = :status and record.service_id = :service_id) and record.improvement_id = :improvement_id)
order by "record"."id" desc
limit 26;
