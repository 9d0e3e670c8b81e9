-- delegates.agents
select
  id, name,
  not (prefix = 'pft' and revoked_at is null and (expires_at is null or expires_at > now()) and abilities ?| array['write', 'propose']) as is_ended
from tokens
where (prefix = 'pft' and revoked_at is null and (expires_at is null or expires_at > now()) and abilities ?| array['write', 'propose'])
  or id = :token_id::bigint
order by lower(name collate "und-x-icu"), id
limit 200;

-- delegates.invalid
select
  position, coalesce(token.name, '') as name,
  case
    when token.id is null then 'noToken'
    when token.revoked_at is not null then 'tokenIsRevoked'
    when token.expires_at <= now() then 'tokenHasExpired'
    else 'tokenMayNotWrite'
  end as fault
from unnest(:ids::bigint[]) with ordinality as named (id, position) left join tokens as token on token.id = named.id and token.prefix = 'pft'
where named.id not in (
    select id
    from tokens
    where (prefix = 'pft' and revoked_at is null and (expires_at is null or expires_at > now()) and abilities ?| array['write', 'propose'])
  );

-- delegates.token
select id
from tokens
where prefix = 'pft' and id = :id::bigint;
