-- portfolio_tokens.list
select
  "record"."id", "record"."prefix", "record"."name", "record"."display",
  "record"."abilities", "record"."expires_at", "record"."last_used_at", "record"."revoked_at", "record"."created_by", "record"."created_at",
  case when record.revoked_at is not null then 'revoked' when record.expires_at <= now() then 'expired' else 'active' end as "state",
  "record"."abilities" as "scopes", "record"."direct",
  (
    select coalesce(json_agg(recent order by recent.created_at desc, recent.id desc), '[]')
    from (
        select id, record_type, record_id, event, to_char("created_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
        from history
        where (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = 'portfolio_token:' || record.id
          and (
            "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
          )
        order by history.created_at desc, id desc
        limit 5
      ) as recent
  ) as "recent_writes"
from "tokens" as "record"
where "record"."prefix" = 'pft'
  and (
    case when record.revoked_at is not null then 'revoked' when record.expires_at <= now() then 'expired' else 'active' end = :state
    and (record.name ilike :search)
  )
order by "record"."id" desc
limit 26;
