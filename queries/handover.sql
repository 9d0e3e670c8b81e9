-- handover.records
select 'decision' as record_type, record.id
from decisions as record, users as leaver
where leaver.id = :id
  and record.status = 'active'
  and lower("record"."owner" collate "und-x-icu") in (lower("leaver"."name" collate "und-x-icu"), leaver.email)
  and (
    select json_build_object('id', id, 'name', name)
    from users
    where status <> 'blocked'
      and (lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu") or email = lower("record"."owner" collate "und-x-icu"))
    order by email = lower("record"."owner" collate "und-x-icu") desc, id
    limit 1
  ) is null
union all
select 'task', record.id
from tasks as record, users as leaver
where leaver.id = :id
  and "record"."status" in ('open', 'in-progress', 'blocked')
  and lower("record"."owner" collate "und-x-icu") in (lower("leaver"."name" collate "und-x-icu"), leaver.email)
  and (
    select json_build_object('id', id, 'name', name)
    from users
    where status <> 'blocked'
      and (lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu") or email = lower("record"."owner" collate "und-x-icu"))
    order by email = lower("record"."owner" collate "und-x-icu") desc, id
    limit 1
  ) is null;

-- handover.successor
select
  id,
  case
    when exists (
      select
      from users as other
      where other.id <> users.id and other.status <> 'blocked' and lower(other.name collate "und-x-icu") = lower(users.name collate "und-x-icu")
    ) then users.email
    else users.name
  end as owner
from users
where status <> 'blocked'
  and (id::text = :text or email = lower(:text collate "und-x-icu") or lower("name" collate "und-x-icu") = lower(:text collate "und-x-icu"))
order by id
limit 5;
