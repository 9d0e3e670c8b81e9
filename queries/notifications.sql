-- notifications/due.ts: selectIdle
select
  "webhook"."id", "webhook"."events", "webhook"."cursor", "webhook"."cursor_at",
  "webhook"."snapshot",
  (
    select next_attempt_at <= now()
    from deliveries
    where
      webhook_id = webhook.id
      and result = 'waiting'
    order by id
    limit 1
  ) as "is_due"
from "webhooks" as "webhook"
where
  "webhook"."state" = 'on'
  and coalesce(webhook.sender_until < now(), true)
order by "webhook"."id";

-- notifications/due.ts: selectFirstWaiting
select *
from
  (
    select
      "delivery"."id", "delivery"."message_id", "delivery"."body", "webhook"."url",
      "webhook"."secret", "webhook"."previous_secret",
      "webhook"."previous_secret_until", "delivery"."next_attempt_at"
    from
      "deliveries" as "delivery"
      inner join "webhooks" as "webhook" on "webhook"."id" = "delivery"."webhook_id"
    where
      "delivery"."webhook_id" = :webhook_id
      and "delivery"."result" = 'waiting'
      and "webhook"."state" = 'on'
      and "webhook"."sender" = :sender
    order by "delivery"."id"
    limit 1
  ) as "first"
where next_attempt_at <= now();

-- notifications/due.ts: selectOne
select
  "delivery"."id", "delivery"."message_id", "delivery"."body", "webhook"."url",
  "webhook"."secret", "webhook"."previous_secret", "webhook"."previous_secret_until"
from
  "deliveries" as "delivery"
  inner join "webhooks" as "webhook" on "webhook"."id" = "delivery"."webhook_id"
where "delivery"."id" = :id;

-- notifications/due.ts: selectOldest
select
  coalesce(
    greatest(0, extract(epoch from clock_timestamp() - min(deliveries.created_at))), 0
  )::float8 as "seconds"
from "deliveries"
where
  "result" = 'waiting'
  and webhook_id in (select id from webhooks where state <> 'off');

-- notifications/read.ts: selectAll
select
  "webhook"."id", "webhook"."name", "webhook"."url", "webhook"."events",
  "webhook"."state", "webhook"."state_reason", "webhook"."created_at", "webhook"."created_by",
  case
    when webhook.previous_secret_until > now() then webhook.previous_secret_until
  end as "previous_secret_until",
  (
    select count(*)
    from deliveries
    where
      webhook_id = webhook.id
      and result = 'waiting'
  ) as "waiting",
  (
    select
      jsonb_build_object('result', result, 'status', status, 'last_attempt_at', last_attempt_at)
    from deliveries
    where
      webhook_id = webhook.id
      and last_attempt_at is not null
    order by last_attempt_at desc, id desc
    limit 1
  ) as "last_delivery"
from "webhooks" as "webhook"
order by "webhook"."id";

-- notifications/read.ts: selectOne
select
  "webhook"."id", "webhook"."name", "webhook"."url", "webhook"."events",
  "webhook"."state", "webhook"."state_reason", "webhook"."created_at", "webhook"."created_by",
  case
    when webhook.previous_secret_until > now() then webhook.previous_secret_until
  end as "previous_secret_until",
  (
    select count(*)
    from deliveries
    where
      webhook_id = webhook.id
      and result = 'waiting'
  ) as "waiting",
  (
    select
      jsonb_build_object('result', result, 'status', status, 'last_attempt_at', last_attempt_at)
    from deliveries
    where
      webhook_id = webhook.id
      and last_attempt_at is not null
    order by last_attempt_at desc, id desc
    limit 1
  ) as "last_delivery"
from "webhooks" as "webhook"
where "webhook"."id" = :id;

-- notifications/read.ts: selectPaused
select "id", "name", "state_reason"
from "webhooks"
where "state" = 'paused'
order by "id";

-- notifications/read.ts: selectDeliveries, without filters
select
  "id", "type", "body", "result", "attempts", "next_attempt_at", "last_attempt_at", "duration_ms",
  "status", "answer", "failure", "created_at"
from "deliveries"
where
  "webhook_id" = :webhook_id
  and true
order by "id" desc
limit 51;

-- notifications/read.ts: selectDeliveries, with all filters
select
  "id", "type", "body", "result", "attempts", "next_attempt_at", "last_attempt_at", "duration_ms",
  "status", "answer", "failure", "created_at"
from "deliveries"
where
  "webhook_id" = :webhook_id
  and id < :before
order by "id" desc
limit 51;
