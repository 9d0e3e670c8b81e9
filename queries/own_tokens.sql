-- own_tokens.list
select
  "record"."id", "record"."name", "record"."abilities", "record"."display",
  "record"."last_used_at", "record"."expires_at", "record"."created_at", record.id = :current as "is_current"
from "tokens" as "record"
where "record"."prefix" = 'ops' and "record"."user_id" = :user_id and "record"."revoked_at" is null
order by "record"."id" desc
limit 26;
