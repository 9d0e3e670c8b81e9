-- webhooks.idle
select
  "id", "events", "cursor", "cursor_at", "snapshot", "failing_since",
  (select next_attempt_at <= now() from deliveries where "webhook_id" = receiver.id and result = 'waiting' order by id limit 1) as "is_due"
from "webhooks" as "receiver"
where (state = 'on' and coalesce(sender_until < now(), true))
order by "id";

-- webhooks.list
select
  "webhook"."id", "webhook"."name", "webhook"."url", "webhook"."events",
  "webhook"."state", "webhook"."state_reason", "webhook"."created_at", "webhook"."created_by",
  case when webhook.previous_secret_until > now() then webhook.previous_secret_until end as "previous_secret_until",
  (select count(*) from deliveries where "webhook_id" = "webhook"."id" and result = 'waiting') as "waiting",
  (
    select jsonb_build_object('result', result, 'status', status, 'last_attempt_at', last_attempt_at)
    from deliveries
    where "webhook_id" = "webhook"."id" and last_attempt_at is not null
    order by last_attempt_at desc, id desc
    limit 1
  ) as "last_delivery"
from "webhooks" as "webhook"
order by "webhook"."id";
