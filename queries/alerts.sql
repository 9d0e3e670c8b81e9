-- alerts.proposals
select id, title, case when action = 'batch' then jsonb_array_length(targets) end as operations, created_by ->> 'name' as by
from proposals
where id = any (:ids::bigint[]);

-- alerts.signals
select id, title, (select name from products where id = product_id) as product
from signals
where id = any (:ids::bigint[]);

-- alerts.webhooks
select id, name, state, coalesce("state_reason_phrase", to_jsonb("state_reason")) as state_reason
from webhooks
where id = any (:ids::bigint[]);
