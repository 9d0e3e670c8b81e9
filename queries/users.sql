-- users.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."email", "record"."role", "record"."status",
  (select account.issuer from openid_accounts as account where account.user_id = record.id order by account.id desc limit 1) as "sign_in_service"
from "users" as "record"
where (record.role = :role and record.status = :status and (record.name ilike :search or record.email ilike :search))
order by "record"."id" desc
limit 26;

-- users.owners
select "name", "role"
from "users"
where status <> 'blocked' and (name ilike :search or email ilike :search)
order by "name", "id"
limit 10;

-- users.without_issuer
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."email", "record"."role", "record"."status"
from "users" as "record"
where true and "record"."id" = :id;
