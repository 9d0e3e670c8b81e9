-- receivers.failing
select state, reason, jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'name', name) order by kind desc, id) as receivers
from (
    select
      'webhook' as kind, id, name, state,
      case
        when state = 'paused' then coalesce("state_reason_phrase", to_jsonb("state_reason"))
        else coalesce(
          (
            select coalesce("failure_phrase", to_jsonb("failure"))
            from deliveries
            where "webhook_id" = receiver.id and result = 'waiting'
            order by id
            limit 1
          ),
          '{"key":"notifications.unexpected","values":{}}'::jsonb
        )
      end as reason
    from "webhooks" as receiver
    where state = 'paused' or (state = 'on' and failing_since < now() - interval '1 hour')
    union all
    select
      'channel' as kind, id, name, state,
      case
        when state = 'paused' then coalesce("state_reason_phrase", to_jsonb("state_reason"))
        else coalesce(
          (
            select coalesce("failure_phrase", to_jsonb("failure"))
            from deliveries
            where "channel_id" = receiver.id and result = 'waiting'
            order by id
            limit 1
          ),
          '{"key":"notifications.unexpected","values":{}}'::jsonb
        )
      end as reason
    from "channels" as receiver
    where state = 'paused' or (state = 'on' and failing_since < now() - interval '1 hour')
  ) as receiver
group by state, reason
order by state desc, reason;
