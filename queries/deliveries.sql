-- deliveries.oldest
select coalesce(greatest(0, extract(epoch from clock_timestamp() - min(deliveries.created_at))), 0)::float8 as "seconds"
from "deliveries"
where "result" = 'waiting'
  and (webhook_id in (select id from webhooks where state <> 'off') or channel_id in (select id from channels where state <> 'off'));

-- deliveries.sent
select "type", "body", "created_at", "webhook_id", "channel_id"
from "deliveries"
where "id" = :id;
