-- notifications/delivery/read.ts: selectOfWebhook, without filters
select
  "id", "type", "result", "attempts", "next_attempt_at", "last_attempt_at", "duration_ms", "status",
  "answer", "failure", "created_at"
from "deliveries"
where
  "webhook_id" = :id
  and true
order by "id" desc
limit 51;

-- notifications/delivery/read.ts: selectOfWebhook, with all filters
select
  "id", "type", "result", "attempts", "next_attempt_at", "last_attempt_at", "duration_ms", "status",
  "answer", "failure", "created_at"
from "deliveries"
where
  "webhook_id" = :id
  and id < :before
order by "id" desc
limit 51;

-- notifications/delivery/read.ts: selectOfChannel, without filters
select
  "id", "type", "result", "attempts", "next_attempt_at", "last_attempt_at", "duration_ms", "status",
  "answer", "failure", "created_at"
from "deliveries"
where
  "channel_id" = :id
  and true
order by "id" desc
limit 51;

-- notifications/delivery/read.ts: selectOfChannel, with all filters
select
  "id", "type", "result", "attempts", "next_attempt_at", "last_attempt_at", "duration_ms", "status",
  "answer", "failure", "created_at"
from "deliveries"
where
  "channel_id" = :id
  and id < :before
order by "id" desc
limit 51;

-- notifications/delivery/read.ts: selectSent
select "type", "body", "created_at", "webhook_id", "channel_id"
from "deliveries"
where "id" = :id;

-- notifications/delivery/read.ts: selectFirstOfWebhook
select *
from
  (
    select
      "delivery"."id", "delivery"."message_id", "delivery"."body",
      case
        when webhook.id is not null then jsonb_build_object(
          'url', webhook.url, 'secret', webhook.secret, 'previous_secret', webhook.previous_secret,
          'previous_secret_until', webhook.previous_secret_until
        )
      end as "webhook",
      case
        when channel.id is not null then jsonb_build_object('kind', channel.kind, 'chat_id', channel.chat_id, 'email', channel.email, 'secret', channel.secret)
      end as "channel", "delivery"."next_attempt_at"
    from
      "deliveries" as "delivery"
      left join "webhooks" as "webhook" on "webhook"."id" = "delivery"."webhook_id"
      left join "channels" as "channel" on "channel"."id" = "delivery"."channel_id"
    where
      "delivery"."webhook_id" = :id
      and "delivery"."result" = 'waiting'
      and "webhook"."state" = 'on'
      and "webhook"."sender" = :sender
    order by "delivery"."id"
    limit 1
  ) as "first"
where next_attempt_at <= now();

-- notifications/delivery/read.ts: selectFirstOfChannel
select *
from
  (
    select
      "delivery"."id", "delivery"."message_id", "delivery"."body",
      case
        when webhook.id is not null then jsonb_build_object(
          'url', webhook.url, 'secret', webhook.secret, 'previous_secret', webhook.previous_secret,
          'previous_secret_until', webhook.previous_secret_until
        )
      end as "webhook",
      case
        when channel.id is not null then jsonb_build_object('kind', channel.kind, 'chat_id', channel.chat_id, 'email', channel.email, 'secret', channel.secret)
      end as "channel", "delivery"."next_attempt_at"
    from
      "deliveries" as "delivery"
      left join "webhooks" as "webhook" on "webhook"."id" = "delivery"."webhook_id"
      left join "channels" as "channel" on "channel"."id" = "delivery"."channel_id"
    where
      "delivery"."channel_id" = :id
      and "delivery"."result" = 'waiting'
      and "channel"."state" = 'on'
      and "channel"."sender" = :sender
    order by "delivery"."id"
    limit 1
  ) as "first"
where next_attempt_at <= now();

-- notifications/delivery/read.ts: selectOne
select
  "delivery"."id", "delivery"."message_id", "delivery"."body",
  case
    when webhook.id is not null then jsonb_build_object(
      'url', webhook.url, 'secret', webhook.secret, 'previous_secret', webhook.previous_secret,
      'previous_secret_until', webhook.previous_secret_until
    )
  end as "webhook",
  case
    when channel.id is not null then jsonb_build_object('kind', channel.kind, 'chat_id', channel.chat_id, 'email', channel.email, 'secret', channel.secret)
  end as "channel"
from
  "deliveries" as "delivery"
  left join "webhooks" as "webhook" on "webhook"."id" = "delivery"."webhook_id"
  left join "channels" as "channel" on "channel"."id" = "delivery"."channel_id"
where "delivery"."id" = :id;

-- notifications/delivery/read.ts: selectOldest
select
  coalesce(
    greatest(0, extract(epoch from clock_timestamp() - min(deliveries.created_at))), 0
  )::float8 as "seconds"
from "deliveries"
where
  "result" = 'waiting'
  and (
    webhook_id in (select id from webhooks where state <> 'off')
    or channel_id in (select id from channels where state <> 'off')
  );
