-- due_verdicts.insert
with due as materialized (
    select record.id as decision_id, passed.by as expected_by
    from decisions as record
      cross join lateral (
        select distinct
          (expectation ->> 'by')::date as by
        from jsonb_array_elements(record.expected) as expectation
        where (expectation ->> 'by')::date < :today::date
      ) as passed
    where (
        "status" = 'active'
        and "outcome" is null
        and "expected" <> '[]'
        and least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by') < :today::text
      )
      and not exists (select from due_verdicts where decision_id = record.id and expected_by = passed.by)
    for share of
      record skip locked
  ),
  inserted as (
    insert into due_verdicts (decision_id, expected_by)
    select decision_id, expected_by
    from due
    order by expected_by, decision_id
    on conflict do nothing
    returning
      decision_id, expected_by
  )
select decision_id, expected_by
from inserted
order by expected_by, decision_id;
