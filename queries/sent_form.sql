-- sent_form.answer
select "status", "body", extract(epoch from now() - created_at)::int as "age"
from "idempotency_keys"
where "scope" = :scope;
