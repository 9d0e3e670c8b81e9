-- tokens.end
select revoked_at is not null as "is_revoked", coalesce(expires_at <= now(), false) as "is_expired"
from "tokens"
where "prefix" = :prefix and "digest" = :digest;

-- tokens.of_program
select "id", "name", "display", "abilities", "direct", "expires_at", "last_used_at", pg_current_snapshot()::text as "snapshot"
from "tokens"
where "prefix" = :prefix and "digest" = :digest and "revoked_at" is null and (expires_at is null or expires_at > now());

-- tokens.of_user
select
  "token"."id" as "token_id", "token"."name" as "token_name", "token"."abilities", "token"."last_used_at",
  "person"."id", "person"."name", "person"."role", "person"."status", pg_current_snapshot()::text as "snapshot"
from "tokens" as "token" inner join "users" as "person" on "person"."id" = "token"."user_id"
where "token"."prefix" = 'ops'
  and "token"."digest" = :digest
  and "token"."revoked_at" is null
  and (token.expires_at is null or token.expires_at > now())
  and "person"."status" <> 'blocked';

-- tokens.writes
select id, record_type, record_id, event, to_char("created_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
from history
where (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :key
  and (
    "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
  )
order by history.created_at desc, id desc
limit 20;
