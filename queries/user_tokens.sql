-- user_tokens.connected
select
  "token"."id", "token"."prefix", "token"."name", "token"."display",
  "token"."abilities", "token"."expires_at", "token"."last_used_at", "token"."revoked_at",
  "token"."created_by", "token"."created_at", json_build_object('id', owner.id, 'email', owner.email, 'name', owner.name) as "user"
from "tokens" as "token" inner join "users" as "owner" on "owner"."id" = "token"."user_id"
where "token"."prefix" = 'ops' and "token"."revoked_at" is null and token.user_id = :user_id
order by "token"."id" desc;

-- user_tokens.list
select
  "record"."id", "record"."prefix", "record"."name", "record"."display",
  "record"."abilities", "record"."expires_at", "record"."last_used_at", "record"."revoked_at", "record"."created_by", "record"."created_at",
  case when record.revoked_at is not null then 'revoked' when record.expires_at <= now() then 'expired' else 'active' end as "state",
  json_build_object('id', owner.id, 'email', owner.email, 'name', owner.name) as "user"
from "tokens" as "record" inner join "users" as "owner" on "owner"."id" = "record"."user_id"
where "record"."prefix" = 'ops'
  and (
    case when record.revoked_at is not null then 'revoked' when record.expires_at <= now() then 'expired' else 'active' end = :state
    and (record.name ilike :search or owner.name ilike :search or owner.email ilike :search)
  )
  and "record"."user_id" = :user_id
order by "record"."id" desc
limit 26;
