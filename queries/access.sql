-- access/access-token-caller.ts: validToken
select
  "token"."id" as "token_id", "token"."name" as "token_name",
  "token"."abilities", "token"."last_used_at", "person"."id", "person"."name",
  "person"."role", "person"."status", pg_current_snapshot()::text as "snapshot"
from
  "tokens" as "token"
  inner join "users" as "person" on "person"."id" = "token"."user_id"
where
  "token"."prefix" = 'ops'
  and "token"."digest" = :digest
  and "token"."revoked_at" is null
  and (token.expires_at is null or token.expires_at > now())
  and "person"."status" <> 'blocked';

-- access/access-token.ts: reads: rows, without filters
select
  "record"."id", "record"."name", "record"."abilities", "record"."display",
  "record"."last_used_at", "record"."expires_at",
  "record"."created_at", record.id = :current as "is_current"
from "tokens" as "record"
where
  "record"."prefix" = 'ops'
  and "record"."user_id" = :user_id
  and "record"."revoked_at" is null
order by "record"."id" desc
limit 51;

-- access/access-token.ts: reads: rows, with all filters
select
  "record"."id", "record"."name", "record"."abilities", "record"."display",
  "record"."last_used_at", "record"."expires_at",
  "record"."created_at", record.id = :current as "is_current"
from "tokens" as "record"
where
  "record"."prefix" = 'ops'
  and "record"."user_id" = :user_id
  and "record"."revoked_at" is null
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- access/access-token.ts: reads: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "tokens" as "record"
    where
      "record"."prefix" = 'ops'
      and "record"."user_id" = :user_id
      and "record"."revoked_at" is null
    limit 1001
  ) as "matching";

-- access/access-token.ts: reads: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "tokens" as "record"
    where
      "record"."prefix" = 'ops'
      and "record"."user_id" = :user_id
      and "record"."revoked_at" is null
  ) as "matching";

-- access/access-token.ts: reads: selectById
select
  "record"."id", "record"."name", "record"."abilities", "record"."display",
  "record"."last_used_at", "record"."expires_at",
  "record"."created_at", record.id = :current as "is_current"
from "tokens" as "record"
where
  "record"."prefix" = 'ops'
  and "record"."user_id" = :user_id
  and "record"."revoked_at" is null
  and record.id = :id;

-- access/current-caller.ts: selectToken
select
  (
    token.abilities = :abilities::jsonb
    and (person.role is not distinct from :role::text and person.status is not distinct from :status::text)
  ) as "is_unchanged"
from
  "tokens" as "token"
  left join "users" as "person" on "person"."id" = "token"."user_id"
where
  "token"."id" = :id
  and "token"."revoked_at" is null
  and (token.expires_at is null or token.expires_at > now())
  and person.status is distinct from 'blocked';

-- access/current-caller.ts: selectSession
select
  (
    person.role is not distinct from :role::text
    and person.status is not distinct from :status::text
  ) as "is_unchanged"
from
  "sessions" as "session"
  inner join "users" as "person" on "person"."id" = "session"."user_id"
where
  "session"."id" = :id
  and :expires_at::timestamptz > now()
  and person.status is distinct from 'blocked';

-- access/current-session.ts: validSession
select
  "session"."id" as "session_id", "session"."created_at", "session"."last_used_at", "person"."id",
  "person"."name", "person"."role", "person"."status"
from
  "sessions" as "session"
  inner join "users" as "person" on "person"."id" = "session"."user_id"
where
  (
    session.last_used_at > now() - make_interval(mins => :SESSION_IDLE_MINUTES)
    and session.created_at > now() - make_interval(hours => :SESSION_MAX_HOURS)
  )
  and "session"."digest" = :digest
  and "person"."status" <> 'blocked';

-- access/current-session.ts: ownSessions
select
  "session"."id", "session"."ip", "session"."user_agent", "session"."created_at",
  "session"."last_used_at", session.id = :current as "is_current"
from "sessions" as "session"
where
  (
    session.last_used_at > now() - make_interval(mins => :SESSION_IDLE_MINUTES)
    and session.created_at > now() - make_interval(hours => :SESSION_MAX_HOURS)
  )
  and "session"."user_id" = :user_id
order by "session"."id" desc
limit 100;

-- access/token-caller.ts: validToken
select
  "id", "name", "display", "abilities",
  "direct", "expires_at", "last_used_at", pg_current_snapshot()::text as "snapshot"
from "tokens"
where
  "prefix" = :prefix
  and "digest" = :digest
  and "revoked_at" is null
  and (expires_at is null or expires_at > now());
