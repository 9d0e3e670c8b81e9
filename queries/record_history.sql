-- record_history.list
select
  "record"."id", "record"."event", "record"."actor", "record"."token",
  "record"."approved_by", "record"."reason", "record"."changes", "record"."surface", "record"."request_id", "record"."created_at"
from "history" as "record"
where record.record_type = :record_type and record.record_id = :record_id and record.id < :cursor
order by "record"."id" desc
limit 26;
