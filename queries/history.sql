-- history.creation
select "id", "actor", "created_at"
from "history"
where "record_type" = :record_type and "record_id" = :record_id and "event" = 'created'
order by "id"
limit 1;

-- history.creations
select distinct
  on ("record_id") "record_id", "created_at", actor as "created_by"
from "history"
where "record_type" = :record_type and record_id = any (:ids::bigint[]) and "event" = 'created'
order by "record_id", "id";

-- history.entry
select "id", "actor", "record_type", "record_id", "event", "changes"
from "history"
where "id" = :id;

-- history.later_fields
select distinct
  jsonb_object_keys(changes) as "field"
from "history"
where "record_type" = :record_type and "record_id" = :record_id and "id" > :id;

-- history.newest
select "id"
from "history"
where "record_type" = :record_type
  and "record_id" = :record_id
  and (
    "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
  )
order by "id" desc
limit 1;

-- history.newest_of_each
select "record_id", max(id) as "id"
from "history"
where "record_type" = :record_type
  and record_id = any (:ids::bigint[])
  and (
    "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
  )
group by "record_id";

-- history.newest_with_claims
select "id"
from "history"
where "record_type" = :record_type
  and "record_id" = :record_id
  and (
    (
      "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
    )
    or "event" = 'claimed'
  )
order by "id" desc
limit 1;
