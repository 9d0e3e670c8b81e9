-- conversations.upsert
insert into conversations (contact_id, agent_id)
values (:contact_id, :agent_id)
on conflict (contact_id, agent_id) do update
set contact_id = excluded.contact_id
returning
  id;
