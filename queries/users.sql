-- users.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."email", "record"."role", "record"."status",
  (select account.issuer from openid_accounts as account where account.user_id = record.id order by account.id desc limit 1) as "sign_in_service"
from "users" as "record"
where (record.role = :role and record.status = :status and (record.name ilike :search or record.email ilike :search))
order by "record"."id" desc
limit 26;

-- users.owned_work
select *
from (
    select 'applications' as collection, owner.id::text as owner, count(*) as count, count(*) as handed_over
    from (select id, status, email, lower(name collate "und-x-icu") as name from users where id = :user_id) as owner
      join "applications" as record on record.owner_id = owner.id
      and record.deleted_at is null
    group by owner.id
    union all
    select 'strategies' as collection, owner.id::text as owner, count(*) as count, count(*) as handed_over
    from (select id, status, email, lower(name collate "und-x-icu") as name from users where id = :user_id) as owner
      join "strategies" as record on record.owner_id = owner.id
      and record.deleted_at is null
    group by owner.id
    union all
    select 'tasks', spelling, count(*), count(*) filter (where is_handed_over)
    from (
        select
          case when owner.status = 'blocked' then lower(record.owner collate "und-x-icu") else owner.email end as spelling,
          "record"."status" in ('open', 'in-progress', 'blocked')
          and not exists (
            select
            from users as other
            where other.id <> owner.id
              and other.status <> 'blocked'
              and (
                other.email = lower(record.owner collate "und-x-icu")
                or lower(other.name collate "und-x-icu") = lower(record.owner collate "und-x-icu")
              )
          ) as is_handed_over
        from (select id, status, email, lower(name collate "und-x-icu") as name from users where id = :user_id) as owner
          join "tasks" as record on lower(record.owner collate "und-x-icu") = any (array[owner.name, owner.email])
          and not exists (
            select
            from users as other
            where other.id <> owner.id
              and other.status <> 'blocked'
              and (
                other.email = lower(record.owner collate "und-x-icu")
                or (
                  lower(other.name collate "und-x-icu") = lower(record.owner collate "und-x-icu")
                  and (owner.status = 'blocked' or (other.id < owner.id and lower(record.owner collate "und-x-icu") <> owner.email))
                )
              )
          )
      ) as record
    group by spelling
    union all
    select 'decisions', spelling, count(*), count(*) filter (where is_handed_over)
    from (
        select
          case when owner.status = 'blocked' then lower(record.owner collate "und-x-icu") else owner.email end as spelling, record.status = 'active'
          and not exists (
            select
            from users as other
            where other.id <> owner.id
              and other.status <> 'blocked'
              and (
                other.email = lower(record.owner collate "und-x-icu")
                or lower(other.name collate "und-x-icu") = lower(record.owner collate "und-x-icu")
              )
          ) as is_handed_over
        from (select id, status, email, lower(name collate "und-x-icu") as name from users where id = :user_id) as owner
          join "decisions" as record on lower(record.owner collate "und-x-icu") = any (array[owner.name, owner.email])
          and not exists (
            select
            from users as other
            where other.id <> owner.id
              and other.status <> 'blocked'
              and (
                other.email = lower(record.owner collate "und-x-icu")
                or (
                  lower(other.name collate "und-x-icu") = lower(record.owner collate "und-x-icu")
                  and (owner.status = 'blocked' or (other.id < owner.id and lower(record.owner collate "und-x-icu") <> owner.email))
                )
              )
          )
      ) as record
    group by spelling
  ) as owned
order by array_position(array['applications', 'strategies', 'tasks', 'decisions'], collection), owner;

-- users.owners
select
  "name", "role",
  case
    when exists (
      select
      from users as other
      where other.id <> users.id and other.status <> 'blocked' and lower(other.name collate "und-x-icu") = lower(users.name collate "und-x-icu")
    ) then users.email
    else users.name
  end as "text"
from "users"
where status <> 'blocked' and (name ilike :search or email ilike :search) and (role <> 'user' or not :reads::boolean)
order by "name", "id"
limit 10;

-- users.without_issuer
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."email", "record"."role", "record"."status"
from "users" as "record"
where true and "record"."id" = :id;
