-- notes.list
select "record"."id", "record"."body", "record"."author", "record"."created_at"
from "notes" as "record"
where record.record_type = :record_type and record.record_id = :record_id
order by "record"."id" desc
limit 26;

-- notes.of_record
select "record"."id", "record"."body", "record"."author", "record"."created_at"
from "notes" as "record"
where record.record_type = :record_type and record.record_id = :record_id and "record"."id" = :id;
