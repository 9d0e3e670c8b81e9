-- notes.list
select "record"."id", "record"."body", "record"."author", "record"."created_at"
from "notes" as "record"
where record.record_type = :record_type and record.record_id = :record_id
order by "record"."id" desc
limit 26;

-- notes.named_users
select id, name, email, role, status
from users, (select lower(:body::text collate "und-x-icu") as body) as note
where position('@' || lower(name collate "und-x-icu") in note.body) > 0 or position('@' || email in note.body) > 0;

-- notes.of_record
select "record"."id", "record"."body", "record"."author", "record"."created_at"
from "notes" as "record"
where record.record_type = :record_type and record.record_id = :record_id and "record"."id" = :id;
