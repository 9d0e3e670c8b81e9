-- digest.agents
select (array_agg(actor ->> 'name' order by id desc)) [1] as name, count(*) as changes, count(*) over () as agents
from history
where ("created_at" at time zone 'utc') >= :since::timestamptz at time zone 'utc'
  and (("actor" ->> 'type') in ('portfolio_token', 'env_token', 'llm_key', 'bot'))
  and (
    "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
  )
group by (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), ''))
order by changes desc, name
limit 10;

-- digest.proposals
select count(*) as waiting, count(*) filter (where expires_at < now() + interval '1 day') as expiring
from proposals as record
where (record.status = 'pending' and record.expires_at > now());
