-- requests.list
select
  "record"."id", "record"."request_id", "record"."surface", "record"."method", "record"."path", "record"."route", "record"."tool", "record"."status",
  "record"."code", "record"."errors", "record"."duration_ms", "record"."ip",
  "record"."token_id", "record"."token_name", "record"."user_agent", "record"."created_at",
  case when record.user_id is not null then json_build_object('id', record.user_id, 'name', record.user_name) end as "user"
from "request_logs" as "record"
where
  (
    true
    and record.status = :single_status::smallint
    and record.method = :method
    and record.path ilike :path
    and record.user_id = :user_id
    and record.created_at >= :date_from::timestamptz
  )
order by "record"."created_at" desc, "record"."id" desc
limit 26;
