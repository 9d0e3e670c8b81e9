-- task_claims.end
delete from task_claims as claim
where task_id = :id::bigint and (:ends::boolean or token_id is distinct from :delegate::bigint)
returning
  (
    claim.expires_at > now()
    and (
      claim.token_id is null
      or exists (
        select
        from tokens
        where tokens.id = claim.token_id and tokens.revoked_at is null and (tokens.expires_at is null or tokens.expires_at > now())
      )
    )
  ) as was_live;

-- task_claims.extend
update task_claims as claim
set expires_at = (
    greatest(
      now(),
      (
        select max(proposal.expires_at)
        from proposals as proposal
        where proposal.credential = claim.credential
          and proposal.status in ('pending', 'changes_wanted')
          and proposal.targets @> jsonb_build_array(jsonb_build_object('kind', 'task', 'id', claim.task_id))
      )
    ) + 30 * interval '1 minute'
  )
where task_id = any (:ids::bigint[])
  and credential = :credential::text
  and (
    claim.expires_at > now()
    and (
      claim.token_id is null
      or exists (
        select
        from tokens
        where tokens.id = claim.token_id and tokens.revoked_at is null and (tokens.expires_at is null or tokens.expires_at > now())
      )
    )
  );

-- task_claims.of_another
select claim.claimed_by ->> 'name' as name, to_char("claim"."expires_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at
from task_claims as claim
where task_id = :id::bigint
  and credential <> :credential::text
  and (
    claim.expires_at > now()
    and (
      claim.token_id is null
      or exists (
        select
        from tokens
        where tokens.id = claim.token_id and tokens.revoked_at is null and (tokens.expires_at is null or tokens.expires_at > now())
      )
    )
  );

-- task_claims.of_tasks
select
  claim.task_id,
  json_build_object(
    'by', claim.claimed_by, 'claimed_at', to_char("claim"."claimed_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'expires_at', to_char("claim"."expires_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) as claim
from task_claims as claim
where claim.task_id = any (:ids::bigint[])
  and (
    claim.expires_at > now()
    and (
      claim.token_id is null
      or exists (
        select
        from tokens
        where tokens.id = claim.token_id and tokens.revoked_at is null and (tokens.expires_at is null or tokens.expires_at > now())
      )
    )
  );

-- task_claims.release
delete from task_claims
where task_id = :id::bigint and credential = :credential::text
returning
  task_id;

-- task_claims.take
insert into task_claims as claim (task_id, credential, token_id, claimed_by, expires_at)
values (
    :id::bigint, :credential::text, :token_id::bigint, :by::jsonb,
    (
      greatest(
        now(),
        (
          select max(proposal.expires_at)
          from proposals as proposal
          where proposal.credential = :credential::text
            and proposal.status in ('pending', 'changes_wanted')
            and proposal.targets @> jsonb_build_array(jsonb_build_object('kind', 'task', 'id', :id::bigint))
        )
      ) + 30 * interval '1 minute'
    )
  )
on conflict (task_id) do update
set credential = excluded.credential, token_id = excluded.token_id, claimed_by = excluded.claimed_by,
  claimed_at = case
    when (
      claim.expires_at > now()
      and (
        claim.token_id is null
        or exists (
          select
          from tokens
          where tokens.id = claim.token_id and tokens.revoked_at is null and (tokens.expires_at is null or tokens.expires_at > now())
        )
      )
    ) then claim.claimed_at
    else excluded.claimed_at
  end, expires_at = excluded.expires_at
where claim.credential = excluded.credential
  or not (
    claim.expires_at > now()
    and (
      claim.token_id is null
      or exists (
        select
        from tokens
        where tokens.id = claim.token_id and tokens.revoked_at is null and (tokens.expires_at is null or tokens.expires_at > now())
      )
    )
  )
returning
  claimed_at = now()::timestamptz(3) as is_new;
