-- oauth.access_token
select
  "grant"."id" as "grant_id", "grant"."name" as "client_name", "grant"."client_id", "grant"."last_used_at",
  "person"."id", "person"."name", "person"."role", "person"."status", pg_current_snapshot()::text as "snapshot"
from "oauth_records" as "token"
  inner join "oauth_records" as "grant" on "grant"."digest" = "token"."grant_digest"
  inner join "users" as "person" on "person"."id" = "token"."user_id"
where "token"."model" = 'AccessToken'
  and "token"."digest" = :digest
  and "token"."expires_at" > now()
  and token.payload ->> 'aud' = :resource
  and "grant"."model" = 'Grant'
  and "grant".user_id = token.user_id
  and "grant"."expires_at" > now()
  and "person"."status" = 'active'
  and person.role in ('admin', 'manager');

-- oauth.active_writer
select "person"."id"
from "users" as "person"
where "person"."id" = :id and "person"."status" = 'active' and person.role in ('admin', 'manager');

-- oauth.connections
select
  "grant"."id", "grant"."name", "grant"."client_id", "grant"."created_at",
  "grant"."last_used_at", "person"."id" as "user_id", "person"."name" as "user_name"
from "oauth_records" as "grant" inner join "users" as "person" on "person"."id" = "grant"."user_id"
where "grant"."model" = 'Grant' and (:user_id::bigint is null or person.id = :user_id::bigint)
order by "grant"."id" desc
limit 500;

-- oauth.delete_expired
delete from oauth_records
where expires_at < now() or (model = 'Client' and last_used_at is null and created_at < now() - interval '1 day');

-- oauth.delete_grants
delete from oauth_records as connection
where model = 'Grant'
  and created_at < now() - interval '1 hour'
  and not exists (select from oauth_records as token where token.grant_digest = connection.digest);
