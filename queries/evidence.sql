-- evidence.chains
with recursive
  chain (root, type, id) as (
    select record_id, type, evidence_id
    from evidence
    where record_type = 'decision' and record_id = any (:ids::bigint[])
    union
    select chain.root, evidence.type, evidence.evidence_id
    from chain join evidence on evidence.record_type = chain.type and evidence.record_id = chain.id
  )
select
  chain.root, chain.type, chain.id, coalesce(signals.title, insights.title, economics.title, decisions.title) as title,
  coalesce(signals.status, economics.economics_status, decisions.status) as status,
  case
    when evidence.list = '[]' then evidence.list
    else (
      select
        jsonb_agg(
          case when is_retracted (item ->> 'type', (item ->> 'id')::bigint) then item || '{"retracted": true}' else item end
          order by position
        )
      from jsonb_array_elements(evidence.list) with ordinality as listed (item, position)
    )
  end as evidence, nullif(is_retracted (chain.type, chain.id), false) as retracted
from (select *, row_number() over (partition by root) as number from chain) as chain
  left join signals on chain.type = 'signal'
  and signals.id = chain.id
  left join insights on chain.type = 'insight'
  and insights.id = chain.id
  left join economics on chain.type = 'economics'
  and economics.id = chain.id
  left join decisions on chain.type = 'decision'
  and decisions.id = chain.id
  cross join lateral (select coalesce(insights.evidence, economics.evidence, decisions.evidence, '[]') as list) as evidence
where chain.number <= 200
order by chain.root, chain.number;

-- evidence.links
select
  side, type, id,
  case linked.type
    when 'signal' then (select title from signals where id = linked.id)
    when 'insight' then (select title from insights where id = linked.id)
    when 'economics' then (select title from economics where id = linked.id)
    when 'decision' then (select title from decisions where id = linked.id)
    when 'task' then (select title from tasks where id = linked.id)
  end as title, nullif(is_retracted (type, id), false) as retracted
from (
    (select 'evidence' as side, type, evidence_id as id from evidence where record_type = :type and record_id = :id order by position)
    union all
    (select 'evidence_for', record_type, record_id from evidence where type = :type and evidence_id = :id order by record_type, record_id desc limit 200)
  ) as linked;

-- evidence.resting
with recursive
  resting (type, id) as (
    select record_type, record_id
    from evidence
    where type = :type and evidence_id = :id
    union
    select evidence.record_type, evidence.record_id
    from resting join evidence on evidence.type = resting.type and evidence.evidence_id = resting.id
  )
select
  type, id,
  case linked.type
    when 'signal' then (select title from signals where id = linked.id)
    when 'insight' then (select title from insights where id = linked.id)
    when 'economics' then (select title from economics where id = linked.id)
    when 'decision' then (select title from decisions where id = linked.id)
    when 'task' then (select title from tasks where id = linked.id)
  end as title, nullif(is_retracted (type, id), false) as retracted,
  nullif(
    not exists (select from evidence where record_type = linked.type and record_id = linked.id and type = :type and evidence_id = :id), false
  ) as indirect
from (select * from resting where (type, id) <> (:type, :id::bigint) limit 200) as linked
order by indirect nulls first, type, id desc;
