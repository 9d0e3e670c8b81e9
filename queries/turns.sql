-- turns.find
select "asked"."id" as "user_turn_id", "reply"."id" as "assistant_turn_id", "reply"."text", "reply"."source", "reply"."provider_error"
from "turns" as "asked" left join "turns" as "reply" on "reply"."reply_to" = "asked"."id"
where asked.conversation_id = :conversation_id and asked.source = :source and asked.message_id = :message_id;

-- turns.insert_of_user
insert into turns (conversation_id, contact_id, role, source, text, message_id, reply_due)
values (:conversation_id, :contact_id, 'user', :source, :text, :message_id, now() + :timeoutSeconds::float8 * interval '1 second')
on conflict (conversation_id, source, message_id)
where message_id is not null do nothing
returning
  id;

-- turns.insert_reply
insert into turns (conversation_id, contact_id, role, source, text, reply_to)
values (:conversation_id, :contact_id, 'assistant', :source, :text, :reply_to)
returning
  id;

-- turns.list
select
  "record"."id", "record"."conversation_id", "agents"."name" as "agent", "record"."role", "record"."text", "record"."source", "record"."created_at"
from "turns" as "record"
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
