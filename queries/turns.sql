-- turns.find
select "asked"."id" as "user_turn_id", "reply"."id" as "assistant_turn_id", "reply"."text", "reply"."source", "reply"."provider_error"
from "turns" as "asked" left join "turns" as "reply" on "reply"."reply_to" = "asked"."id"
where asked.conversation_id = :conversation_id and asked.source = :source and asked.message_id = :message_id;

-- turns.insert
with
  agent as (
    select id, name, is_active, jsonb_build_object('type', 'bot', 'id', id, 'name', name) as author
    from agents
    where name = :agent and deleted_at is null
  ),
  contact as (
    insert into
      contacts as known (external_id, name, source, last_message_at, created_by, updated_by)
    select :contact_id, coalesce(:contact_name::text, :contact_id), 'bot', now(), author, author
    from agent
    where is_active
    on conflict (external_id)
    where deleted_at is null do update
    set
      last_message_at = excluded.last_message_at, name = coalesce(:contact_name::text, known.name),
      updated_by = case
        when :contact_name::text <> known.name then excluded.updated_by
        else known.updated_by
      end,
      updated_at = case
        when :contact_name::text <> known.name then now()
        else known.updated_at
      end
    returning
      id, external_id, name
  ),
  conversation as (
    insert into
      conversations (contact_id, agent_id)
    select contact.id, agent.id
    from contact, agent
    on conflict (contact_id, agent_id) do update
    set
      contact_id = excluded.contact_id
    returning
      id, contact_id
  ),
  user_turn as (
    insert into
      turns (conversation_id, contact_id, role, source, text, message_id, reply_due)
    select id, contact_id, 'user', :source, :user_text, :message_id::text, now() + :timeoutSeconds::float8 * interval '1 second'
    from conversation
    on conflict (conversation_id, source, message_id)
    where message_id is not null do nothing
    returning
      id, conversation_id, contact_id
  ),
  assistant_turn as (
    insert into
      turns (conversation_id, contact_id, role, source, text, reply_to)
    select conversation_id, contact_id, 'assistant', :source, :assistant_text::text, id
    from user_turn
    where :assistant_text::text is not null
    returning
      id
  ),
  seen as (
    update agents
    set
      last_seen_at = now()
    from contact, agent
    where agents.id = agent.id and (agents.last_seen_at is null or agents.last_seen_at < now() - interval '1 minute')
  )
select
  agent.is_active, conversation.id as conversation_id, user_turn.id as user_turn_id, assistant_turn.id as assistant_turn_id,
  json_build_object('id', contact.id, 'contact_id', contact.external_id, 'name', contact.name) as contact
from agent left join contact on true left join conversation on true left join user_turn on true left join assistant_turn on true;

-- turns.list
select
  "record"."id", "record"."conversation_id", "agents"."name" as "agent", "record"."role", "record"."text", "record"."source", "record"."created_at"
from
  "turns" as "record"
  inner join "conversations" on "conversations"."id" = "record"."conversation_id"
  inner join "agents" on "agents"."id" = "conversations"."agent_id"
where record.contact_id = :contact_id
order by "record"."id" desc
limit 26;

-- turns.recent
select "role", "text"
from "turns"
where "conversation_id" = :conversation_id and "id" <= :up_to and not (role = 'assistant' and source = 'log')
order by "id" desc
limit 20;
