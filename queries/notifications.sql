-- notifications/alerts.ts: selectSignals
select id, title, (select name from products where id = product_id) as product
from signals
where id = any (:ids::bigint[]);

-- notifications/alerts.ts: selectProposals
select id, title, created_by ->> 'name' as by
from proposals
where id = any (:ids::bigint[]);

-- notifications/alerts.ts: selectWebhooks
select id, name, state, state_reason
from webhooks
where id = any (:ids::bigint[]);

-- notifications/digest.ts: selectProposals
select
  count(*) as waiting, count(*) filter (where expires_at < now() + interval '1 day') as expiring
from proposals
where
  status = 'pending'
  and expires_at > now();

-- notifications/digest.ts: selectAgents
select
  (array_agg(actor ->> 'name' order by id desc)) [1] as name, count(*) as changes,
  count(*) over () as agents
from history
where
  ("created_at" at time zone 'utc') >= :since::timestamptz at time zone 'utc'
  and (("actor" ->> 'type') in ('portfolio_token', 'env_token', 'llm_key', 'bot'))
group by (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), ''))
order by changes desc, name
limit 10;

-- notifications/due.ts: selectWebhooks
select
  "id", "events", "cursor", "cursor_at", "snapshot", "failing_since",
  (
    select next_attempt_at <= now()
    from deliveries
    where
      "webhook_id" = receiver.id
      and result = 'waiting'
    order by id
    limit 1
  ) as "is_due"
from "webhooks" as "receiver"
where (state = 'on' and coalesce(sender_until < now(), true))
order by "id";

-- notifications/due.ts: selectChannels
select
  "id", "cursor", "cursor_at", "snapshot", "guards", "hour", "digest_day", "failing_since",
  (
    select next_attempt_at <= now()
    from deliveries
    where
      "channel_id" = receiver.id
      and result = 'waiting'
    order by id
    limit 1
  ) as "is_due",
  coalesce(alerted_at < now() - interval '1 minute', true) as "may_alert"
from "channels" as "receiver"
where (state = 'on' and coalesce(sender_until < now(), true))
order by "id";

-- notifications/due.ts: selectFirstOfWebhook
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

-- notifications/due.ts: selectFirstOfChannel
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

-- notifications/due.ts: selectOne
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

-- notifications/due.ts: selectOldest
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

-- notifications/failing.ts: selectFailing
select
  state, reason,
  jsonb_agg(
    jsonb_build_object('kind', kind, 'id', id, 'name', name)
    order by kind desc, id
  ) as receivers
from
  (
    select
      'webhook' as kind, id, name, state,
      case
        when state = 'paused' then state_reason
        else coalesce(
          (
            select failure
            from deliveries
            where
              "webhook_id" = receiver.id
              and result = 'waiting'
            order by id
            limit 1
          ),
          'An unexpected error, which the log of the server has.'
        )
      end as reason
    from "webhooks" as receiver
    where
      state = 'paused'
      or (state = 'on' and failing_since < now() - interval '1 hour')
    union all
    select
      'channel' as kind, id, name, state,
      case
        when state = 'paused' then state_reason
        else coalesce(
          (
            select failure
            from deliveries
            where
              "channel_id" = receiver.id
              and result = 'waiting'
            order by id
            limit 1
          ),
          'An unexpected error, which the log of the server has.'
        )
      end as reason
    from "channels" as receiver
    where
      state = 'paused'
      or (state = 'on' and failing_since < now() - interval '1 hour')
  ) as receiver
group by state, reason
order by state desc, reason;

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
      "webhook_id" = "webhook"."id"
      and result = 'waiting'
  ) as "waiting",
  (
    select
      jsonb_build_object('result', result, 'status', status, 'last_attempt_at', last_attempt_at)
    from deliveries
    where
      "webhook_id" = "webhook"."id"
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
      "webhook_id" = "webhook"."id"
      and result = 'waiting'
  ) as "waiting",
  (
    select
      jsonb_build_object('result', result, 'status', status, 'last_attempt_at', last_attempt_at)
    from deliveries
    where
      "webhook_id" = "webhook"."id"
      and last_attempt_at is not null
    order by last_attempt_at desc, id desc
    limit 1
  ) as "last_delivery"
from "webhooks" as "webhook"
where "webhook"."id" = :id;

-- notifications/read.ts: selectAllChannels
select
  "channel"."id", "channel"."name", "channel"."kind", "channel"."hour",
  "channel"."state", "channel"."state_reason", "channel"."created_at",
  (
    select count(*)
    from deliveries
    where
      "channel_id" = "channel"."id"
      and result = 'waiting'
  ) as "waiting",
  (
    select
      jsonb_build_object('result', result, 'status', status, 'last_attempt_at', last_attempt_at)
    from deliveries
    where
      "channel_id" = "channel"."id"
      and last_attempt_at is not null
    order by last_attempt_at desc, id desc
    limit 1
  ) as "last_delivery"
from "channels" as "channel"
order by "channel"."id";

-- notifications/read.ts: selectOneChannel
select
  "channel"."id", "channel"."name", "channel"."kind", "channel"."hour",
  "channel"."state", "channel"."state_reason", "channel"."created_at",
  (
    select count(*)
    from deliveries
    where
      "channel_id" = "channel"."id"
      and result = 'waiting'
  ) as "waiting",
  (
    select
      jsonb_build_object('result', result, 'status', status, 'last_attempt_at', last_attempt_at)
    from deliveries
    where
      "channel_id" = "channel"."id"
      and last_attempt_at is not null
    order by last_attempt_at desc, id desc
    limit 1
  ) as "last_delivery"
from "channels" as "channel"
where "channel"."id" = :id;

-- notifications/read.ts: selectOfWebhook, without filters
select
  "id", "type", "result", "attempts", "next_attempt_at", "last_attempt_at", "duration_ms", "status",
  "answer", "failure", "created_at"
from "deliveries"
where
  "webhook_id" = :id
  and true
order by "id" desc
limit 51;

-- notifications/read.ts: selectOfWebhook, with all filters
select
  "id", "type", "result", "attempts", "next_attempt_at", "last_attempt_at", "duration_ms", "status",
  "answer", "failure", "created_at"
from "deliveries"
where
  "webhook_id" = :id
  and id < :before
order by "id" desc
limit 51;

-- notifications/read.ts: selectOfChannel, without filters
select
  "id", "type", "result", "attempts", "next_attempt_at", "last_attempt_at", "duration_ms", "status",
  "answer", "failure", "created_at"
from "deliveries"
where
  "channel_id" = :id
  and true
order by "id" desc
limit 51;

-- notifications/read.ts: selectOfChannel, with all filters
select
  "id", "type", "result", "attempts", "next_attempt_at", "last_attempt_at", "duration_ms", "status",
  "answer", "failure", "created_at"
from "deliveries"
where
  "channel_id" = :id
  and id < :before
order by "id" desc
limit 51;

-- notifications/read.ts: selectSent
select "type", "body", "created_at", "webhook_id", "channel_id"
from "deliveries"
where "id" = :id;
