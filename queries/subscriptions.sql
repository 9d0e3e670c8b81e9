-- subscriptions.delete_dead
delete from webhooks as webhook
where subscription = :subscription
  and not (
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
  );

-- subscriptions.delete_ended
delete from webhooks as webhook
where subscription is not null
  and (
    not (
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
    or (environment_digest is not null and environment_digest <> all (:environment::text[]))
  );

-- subscriptions.own
select "webhook"."subscription", "webhook"."url"
from "webhooks" as "webhook"
where "webhook"."credential" = :credential
  and webhook.environment_digest is not distinct from :environment_digest::text
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
  );
