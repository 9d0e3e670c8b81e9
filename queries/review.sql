-- review.list
select "id", "record_type", "record_id", "event", "actor", "token", "approved_by", "reason", "changes", "surface", "request_id", "created_at"
from "history"
where (("actor" ->> 'type') in ('portfolio_token', 'env_token', 'llm_key', 'bot'))
  and (
    ("event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected'))
    and "record_type" <> 'proposal'
  )
  and history.approved_by is null
  and history.record_type <> all (:hidden::text[])
  and history.created_at > now() - 30 * interval '1 day'
  and not exists (select from reviewed_changes where user_id = :user_id and history_id = history.id)
  and id > coalesce(
    (
      select id
      from history
      where ("created_at" at time zone 'utc') < (now() - 30 * interval '1 day') at time zone 'utc'
      order by ("created_at" at time zone 'utc') desc, id desc
      limit 1
    ),
    0
  )
order by "id" desc
limit 200;
