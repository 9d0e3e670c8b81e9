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
  position,
  case
    when token.id is null then 'There is no portfolio token ' || named.id || '.'
    when token.revoked_at is not null then 'The token "' || token.name || '" is revoked.'
    when token.expires_at <= now() then 'The token "' || token.name || '" has expired.'
    else 'The token "' || token.name || '" may neither write nor propose.'
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
