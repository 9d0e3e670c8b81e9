-- calendar_tokens.own
select "id", "display", "last_used_at", "created_at"
from "tokens"
where "prefix" = 'cal' and "user_id" = :user_id and id = :id;

-- calendar_tokens.valid
select "token"."id" as "token_id", "token"."last_used_at", "person"."language", "person"."id", "person"."name", "person"."role", "person"."status"
from "tokens" as "token" inner join "users" as "person" on "person"."id" = "token"."user_id"
where "token"."prefix" = 'cal' and "token"."digest" = :digest and "token"."revoked_at" is null and "person"."status" <> 'blocked';
