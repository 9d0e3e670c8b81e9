-- webhooks.idle
select
  "id", "events", "cursor", "cursor_at", "snapshot", "failing_since", "subscription", "arguments", "credential", "oldest_at",
  (select next_attempt_at <= now() from deliveries where "webhook_id" = "webhook"."id" and result = 'waiting' order by id limit 1) as "is_due"
from "webhooks" as "webhook"
where (state = 'on' and coalesce(sender_until < now(), true))
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
  )
order by "id";

-- webhooks.list
select
  "webhook"."id", "webhook"."name", "webhook"."url", "webhook"."events",
  "webhook"."state", coalesce("webhook"."state_reason_phrase", to_jsonb("webhook"."state_reason")) as "state_reason",
  "webhook"."created_at", "webhook"."created_by",
  case when webhook.previous_secret_until > now() then webhook.previous_secret_until end as "previous_secret_until",
  case
    when webhook.subscription is not null then jsonb_build_object(
      'owner',
      coalesce(
        (select name from tokens where id = webhook.token_id),
        (
          select coalesce(connection.name, connection.client_id) || ' (' || person.name || ')'
          from oauth_records as connection join users as person on person.id = connection.user_id
          where connection.id = webhook.grant_id
        ),
        webhook.credential
      ),
      'token_id', webhook.token_id, 'arguments', webhook.arguments, 'expires_at', webhook.expires_at
    )
  end as "subscription", (select count(*) from deliveries where "webhook_id" = "webhook"."id" and result = 'waiting') as "waiting",
  (
    select jsonb_build_object('result', result, 'status', status, 'last_attempt_at', last_attempt_at)
    from deliveries
    where "webhook_id" = "webhook"."id" and last_attempt_at is not null
    order by last_attempt_at desc, id desc
    limit 1
  ) as "last_delivery"
from "webhooks" as "webhook"
where "webhook"."subscription" is null
order by "webhook"."id";

-- webhooks.subscriptions
select
  "webhook"."id", "webhook"."name", "webhook"."url", "webhook"."events",
  "webhook"."state", coalesce("webhook"."state_reason_phrase", to_jsonb("webhook"."state_reason")) as "state_reason",
  "webhook"."created_at", "webhook"."created_by",
  case when webhook.previous_secret_until > now() then webhook.previous_secret_until end as "previous_secret_until",
  case
    when webhook.subscription is not null then jsonb_build_object(
      'owner',
      coalesce(
        (select name from tokens where id = webhook.token_id),
        (
          select coalesce(connection.name, connection.client_id) || ' (' || person.name || ')'
          from oauth_records as connection join users as person on person.id = connection.user_id
          where connection.id = webhook.grant_id
        ),
        webhook.credential
      ),
      'token_id', webhook.token_id, 'arguments', webhook.arguments, 'expires_at', webhook.expires_at
    )
  end as "subscription", (select count(*) from deliveries where "webhook_id" = "webhook"."id" and result = 'waiting') as "waiting",
  (
    select jsonb_build_object('result', result, 'status', status, 'last_attempt_at', last_attempt_at)
    from deliveries
    where "webhook_id" = "webhook"."id" and last_attempt_at is not null
    order by last_attempt_at desc, id desc
    limit 1
  ) as "last_delivery"
from "webhooks" as "webhook"
where "webhook"."subscription" is not null
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
  )
order by "webhook"."id" desc
limit 500;
