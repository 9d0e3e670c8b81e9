-- callers.session
select (person.role is not distinct from :role::text and person.status is not distinct from :status::text) as "is_unchanged"
from "sessions" as "session" inner join "users" as "person" on "person"."id" = "session"."user_id"
where "session"."id" = :id and :expires_at::timestamptz > now() and person.status is distinct from 'blocked';

-- callers.token
select
  (
    token.abilities = :abilities::jsonb
    and token.direct = :direct::jsonb
    and (person.role is not distinct from :role::text and person.status is not distinct from :status::text)
  ) as "is_unchanged"
from "tokens" as "token" left join "users" as "person" on "person"."id" = "token"."user_id"
where "token"."id" = :id
  and "token"."revoked_at" is null
  and (token.expires_at is null or token.expires_at > now())
  and person.status is distinct from 'blocked';
