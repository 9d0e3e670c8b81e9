-- events.delegated_to
select id
from history
where id = any (:entries::bigint[]) and 'portfolio_token:' || (changes #>> '{delegate_token_id,to}') = :credential;

-- events.proposed_by
select id
from proposals
where id = any (:ids::bigint[]) and credential = :credential;
