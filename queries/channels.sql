-- channels.deliveries
select
  "id", "type", "result", "attempts", "next_attempt_at", "last_attempt_at", "duration_ms", "status",
  "answer", coalesce("failure_phrase", to_jsonb("failure")) as "failure", "created_at"
from "deliveries"
where "channel_id" = :id and id < :before
order by "id" desc
limit 51;

-- channels.first_delivery
select *
from (
    select
      "delivery"."id", "delivery"."message_id", "delivery"."body",
      case
        when webhook.id is not null
        and (
          webhook.subscription is null
          or (
            webhook.expires_at > now()
            and case
              when webhook.token_id is not null then exists (
                select
                from tokens as token
                where token.id = webhook.token_id
                  and token.revoked_at is null
                  and coalesce(token.expires_at > now(), true)
                  and token.abilities @> '["read"]'
              )
              when webhook.grant_id is not null then exists (
                select
                from oauth_records as connection join users as person on person.id = connection.user_id
                where connection.id = webhook.grant_id
                  and coalesce(connection.expires_at > now(), true)
                  and person.status = 'active'
                  and person.role in ('admin', 'manager')
              )
              else true
            end
          )
        ) then jsonb_build_object(
          'url', webhook.url, 'secret', webhook.secret,
          'previous_secret', webhook.previous_secret, 'previous_secret_until', webhook.previous_secret_until, 'subscription', webhook.subscription
        )
      end as "webhook",
      case
        when channel.id is not null then jsonb_build_object('kind', channel.kind, 'chat_id', channel.chat_id, 'email', channel.email, 'secret', channel.secret, 'language', channel.language)
      end as "channel", "delivery"."next_attempt_at"
    from "deliveries" as "delivery"
      left join "webhooks" as "webhook" on "webhook"."id" = "delivery"."webhook_id"
      left join "channels" as "channel" on "channel"."id" = "delivery"."channel_id"
    where "delivery"."channel_id" = :id and "delivery"."result" = 'waiting' and "channel"."state" = 'on' and "channel"."sender" = :sender and true
    order by "delivery"."id"
    limit 1
  ) as "first"
where next_attempt_at <= now();

-- channels.idle
select
  "id", "cursor", "cursor_at", "snapshot", "guards", "language", "hour", "digest_day", "failing_since",
  (select next_attempt_at <= now() from deliveries where "channel_id" = "channel"."id" and result = 'waiting' order by id limit 1) as "is_due",
  coalesce(alerted_at < now() - interval '1 minute', true) as "may_alert"
from "channels" as "channel"
where (state = 'on' and coalesce(sender_until < now(), true))
order by "id";

-- channels.list
select
  "channel"."id", "channel"."name", "channel"."kind", "channel"."chat_id",
  "channel"."email", "channel"."language", "channel"."hour", "channel"."state",
  coalesce("channel"."state_reason_phrase", to_jsonb("channel"."state_reason")) as "state_reason", "channel"."created_at",
  (select count(*) from deliveries where "channel_id" = "channel"."id" and result = 'waiting') as "waiting",
  (
    select jsonb_build_object('result', result, 'status', status, 'last_attempt_at', last_attempt_at)
    from deliveries
    where "channel_id" = "channel"."id" and last_attempt_at is not null
    order by last_attempt_at desc, id desc
    limit 1
  ) as "last_delivery"
from "channels" as "channel"
order by "channel"."id";
