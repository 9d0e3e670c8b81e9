-- notifications/channel/alerts.ts: selectSignals
select id, title, (select name from products where id = product_id) as product
from signals
where id = any (:ids::bigint[]);

-- notifications/channel/alerts.ts: selectProposals
select id, title, created_by ->> 'name' as by
from proposals
where id = any (:ids::bigint[]);

-- notifications/channel/alerts.ts: selectWebhooks
select id, name, state, state_reason
from webhooks
where id = any (:ids::bigint[]);

-- notifications/channel/read.ts: selectAll
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

-- notifications/channel/read.ts: selectOne
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

-- notifications/channel/read.ts: selectIdle
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
