-- decisions.dates
select (at at time zone :time_zone::text)::date as date, event, id, title
from (
    select decisions.created_at as at, 'created' as event, decisions.id, decisions.title
    from decisions
    where decisions.created_at >= :from::date::timestamp at time zone :time_zone::text
    union all
    select history.created_at, 'reviewed', decisions.id, decisions.title
    from decisions join history on history.record_type = 'decision' and history.record_id = decisions.id
    where history.event = 'status_changed'
      and history.changes -> 'status' ->> 'to' = 'reviewed'
      and history.created_at >= :from::date::timestamp at time zone :time_zone::text
  ) as event
order by at desc, id desc
limit 200;

-- decisions.known_outcomes
select
  decision_type, count(outcome) as judged, count(*) filter (where outcome = 'met') as met, count(*) filter (where outcome = 'partly') as partly,
  count(*) filter (where outcome = 'not-met') as not_met, count(*) filter (where outcome = 'unclear') as unclear
from decisions
where outcome is not null and decision_type = any (:types::text[])
group by decision_type
having count(*) >= 5;

-- decisions.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."direction_id", "record"."app_id",
  "record"."title", "record"."decision_type", "record"."owner", "record"."decision",
  "record"."rationale", "record"."status", "record"."review_at", "record"."outcome",
  "record"."outcome_note", "record"."judged_at", "record"."judged_by",
  case
    when record.evidence = '[]' then record.evidence
    else (
      select
        jsonb_agg(
          case when is_retracted (item ->> 'type', (item ->> 'id')::bigint) then item || '{"retracted": true}' else item end
          order by position
        )
      from jsonb_array_elements(record.evidence) with ordinality as listed (item, position)
    )
  end as "evidence",
  case
    when record.expected = '[]' then record.expected
    else (
      select
        jsonb_agg(
          entry || jsonb_build_object(
            'app_slug', (select slug from "apps" where id = (entry ->> 'app_id')::bigint),
            'product_slug', (select slug from "products" where id = (entry ->> 'product_id')::bigint)
          )
          order by position
        )
      from jsonb_array_elements(record.expected) with ordinality as listed (entry, position)
    )
  end as "expected", (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where id = coalesce((select direction_id from products where id = record.product_id), record.direction_id)
  ) as "direction_slug",
  (select slug from apps where id = record.app_id) as "app_slug",
  (
    select json_build_object('id', id, 'name', name)
    from users
    where status <> 'blocked'
      and (lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu") or email = lower("record"."owner" collate "und-x-icu"))
    order by email = lower("record"."owner" collate "und-x-icu") desc, id
    limit 1
  ) as "owner_user"
from "decisions" as "record"
where (
    (record.product_id = (select id from products where slug = :product_slug) and true)
    and record.status = :status
    and (status = 'active' and review_at < (now() at time zone 'UTC')::date)
  )
order by "record"."id" desc
limit 26;

-- decisions.outcomes
select
  decision_type, count(outcome) as judged, count(*) filter (where outcome = 'met') as met, count(*) filter (where outcome = 'partly') as partly,
  count(*) filter (where outcome = 'not-met') as not_met, count(*) filter (where outcome = 'unclear') as unclear
from decisions as record
where outcome is not null
  and (
    (
      record.product_id = (select id from products where slug = :product_slug)
      and (
        record.direction_id = coalesce((select id from directions where slug = :direction_slug), (select direction_id from direction_aliases where slug = :direction_slug))
        or record.product_id in (
          select id
          from products
          where direction_id = coalesce((select id from directions where slug = :direction_slug), (select direction_id from direction_aliases where slug = :direction_slug))
        )
      )
      and true
    )
    and record.decision_type = :decision_type
    and record.judged_at >= :judged_from::timestamptz
  )
group by decision_type
order by count(*) desc, decision_type;

-- decisions.outcomes_by_owner
with texts as materialized (
    select
      min(owner) as owner, count(outcome) as judged,
      count(*) filter (where outcome = 'met') as met, count(*) filter (where outcome = 'partly') as partly,
      count(*) filter (where outcome = 'not-met') as not_met, count(*) filter (where outcome = 'unclear') as unclear,
      count(*) filter (
        where (
            "status" = 'active'
            and "outcome" is null
            and "expected" <> '[]'
            and least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by') < :today::text
          )
      ) as due
    from decisions
    where (
        outcome is not null
        or (
          "status" = 'active'
          and "outcome" is null
          and "expected" <> '[]'
          and least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by') < :today::text
        )
      )
    group by lower(owner collate "und-x-icu")
  ),
  owners as (
    select
      record.*,
      (
        select json_build_object('id', id, 'name', name)
        from users
        where status <> 'blocked'
          and (lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu") or email = lower("record"."owner" collate "und-x-icu"))
        order by email = lower("record"."owner" collate "und-x-icu") desc, id
        limit 1
      ) as "user"
    from texts as record
  )
select
  min(owner) as owner, coalesce("user" ->> 'name', min(owner)) as name, sum("judged")::bigint as "judged", sum("met")::bigint as "met",
  sum("partly")::bigint as "partly", sum("not_met")::bigint as "not_met", sum("unclear")::bigint as "unclear", sum("due")::bigint as "due"
from owners
group by "user" ->> 'id', "user" ->> 'name', case when "user" is null then owner end
order by sum(judged + due) desc, min(owner);

-- decisions.outcomes_by_type
select
  decision_type, count(outcome) as judged, count(*) filter (where outcome = 'met') as met, count(*) filter (where outcome = 'partly') as partly,
  count(*) filter (where outcome = 'not-met') as not_met, count(*) filter (where outcome = 'unclear') as unclear,
  count(*) filter (
    where (
        "status" = 'active'
        and "outcome" is null
        and "expected" <> '[]'
        and least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by') < :today::text
      )
  ) as due
from decisions
where (
    outcome is not null
    or (
      "status" = 'active'
      and "outcome" is null
      and "expected" <> '[]'
      and least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by') < :today::text
    )
  )
group by decision_type
order by count(*) desc, decision_type;

-- decisions.similar
with sought as materialized (
    select stem, (case when length(stem) < 5 then stem else left(stem, 5) || ':*' end)::tsquery as query
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.russian', :title))) as stem
  ),
  words as materialized (
    select
      string_agg(query::text, '|')::tsquery as any_word, (string_agg(stem, '&') filter (where stem !~ '^[0-9]+$'))::tsquery as all_words,
      tsvector_to_array(to_tsvector('pg_catalog.russian', :text)) as text_stems
    from sought
  ),
  newest as materialized (
    select id
    from (
        (select "id", "title_stems" from "decisions" where product_id = :product_id order by id desc limit 2000)
        union all
        (
          select "id", "title_stems"
          from "decisions"
          where direction_id = (select direction_id from products where id = :product_id)
          order by id desc
          limit 2000
        )
      ) as record
    order by id desc
    limit 100
  ),
  titled as materialized (
    select id
    from (
        (select "id", "title_stems" from "decisions" where product_id = :product_id order by id desc limit 2000)
        union all
        (
          select "id", "title_stems"
          from "decisions"
          where direction_id = (select direction_id from products where id = :product_id)
          order by id desc
          limit 2000
        )
      ) as record
    where title_stems @@ (select any_word from words)
    order by id desc
    limit 100
  ),
  candidates as materialized (
    select record.id, record.search, record.title_stems
    from "decisions" as record
    where not (record.status in ('cancelled') and coalesce(record."updated_at", record.updated_at) < now() - interval '180 days')
      and id in (select id from newest union select id from titled)
  ),
  in_texts as materialized (
    select record.id, record.search, record.title_stems
    from "decisions" as record
    where not (record.status in ('cancelled') and coalesce(record."updated_at", record.updated_at) < now() - interval '180 days')
      and record.product_id = :product_id
      and record.search @@ (select all_words from words)
      and not exists (select from candidates, words where candidates.search @@ all_words)
    order by record.id desc
    limit 50
  )
select
  array(select stem from sought) as title_stems,
  (
    select coalesce(json_agg(item), '[]')
    from (
        select
          'decision' as kind, record.id, record.title,
          coalesce(
            (select 'app:' || slug from apps where id = record.app_id), (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          ) as place,
          record."status" as status, array_to_string(tsvector_to_array(record.title_stems), ' ') as stems,
          (select string_agg(stem, ' ') from sought where record.search @@ query) as found
        from (
            select
              id,
              ts_rank('{0, 0, 0.9, 1}', search, any_word) + 1 - length(ts_delete(title_stems, text_stems))::float4 / greatest(length(title_stems), 1) as rank
            from (select * from candidates union all select * from in_texts) as candidate, words
            order by rank desc, id desc
            limit 12
          ) as best
          join "decisions" as record using (id)
        order by rank desc, id desc
      ) as item
  ) as stored,
  (
    select coalesce(json_agg(item), '[]')
    from (
        select
          'proposal' as kind, record.id, record.title,
          coalesce(
            (select 'app:' || slug from apps where id = record.app_id), (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          ) as place,
          'proposed' as status, array_to_string(tsvector_to_array(search_stems (record.title)), ' ') as stems,
          (select string_agg(stem, ' ') from sought where search @@ query) as found
        from (
            select
              waiting.id, target ->> 'title' as title,
              target -> 'changes' as changes, (target -> 'changes' -> 'product_id' ->> 'to')::bigint as "product_id",
              (target -> 'changes' -> 'direction_id' ->> 'to')::bigint as "direction_id",
              (target -> 'changes' -> 'app_id' ->> 'to')::bigint as "app_id"
            from (
                (
                  select id, targets
                  from proposals as record
                  where (record.status = 'pending' and record.expires_at > now()) and kind = 'decision'
                  order by id desc
                  limit 200
                )
                union all
                (
                  select id, targets
                  from proposals as record
                  where (record.status = 'pending' and record.expires_at > now()) and kind is null
                  order by id desc
                  limit 50
                )
              ) as waiting
              cross join lateral jsonb_array_elements(targets) as target
            where target ->> 'kind' = 'decision' and target ->> 'id' is null
          ) as record
          cross join lateral (
            select
              to_tsvector('pg_catalog.russian', search_text (left(concat_ws(' ', record.title, (changes -> 'decision' ->> 'to'), (changes -> 'rationale' ->> 'to')), 1000))) as search
          ) as text
        where (product_id = :product_id or direction_id = (select direction_id from products where id = :product_id)) and search @@ (select any_word from words)
      ) as item
  ) as proposed,
  (
    select coalesce(json_agg(item), '[]')
    from (
        select id, title, severity, status
        from (
            (
              select id, title, severity, status, signal_type
              from signals
              where product_id = :product_id and "status" in ('open', 'acknowledged', 'in-progress') and signal_type = :signal_type
              order by id desc
              limit 5
            )
            union
            (
              (
                select id, title, severity, status, signal_type
                from signals
                where product_id = :product_id and "status" in ('open', 'acknowledged', 'in-progress') and true
                order by id desc
                limit 5
              )
            )
          ) as signal
        order by signal_type = :signal_type desc, id desc
        limit 5
      ) as item
  ) as open_here;

-- decisions.tasks
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_decision_id", "record"."product_id", "record"."direction_id",
  "record"."app_id", "record"."title", "record"."owner", "record"."delegate_token_id",
  "record"."status", "record"."priority", "record"."due_at", "record"."note", "record"."blocked_by", "record"."done_at",
  case
    when record.evidence = '[]' then record.evidence
    else (
      select
        jsonb_agg(
          case when is_retracted (item ->> 'type', (item ->> 'id')::bigint) then item || '{"retracted": true}' else item end
          order by position
        )
      from jsonb_array_elements(record.evidence) with ordinality as listed (item, position)
    )
  end as "evidence", (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where id = coalesce((select direction_id from products where id = record.product_id), record.direction_id)
  ) as "direction_slug",
  (select slug from apps where id = record.app_id) as "app_slug",
  (
    select json_build_object('id', id, 'name', name)
    from users
    where status <> 'blocked'
      and (lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu") or email = lower("record"."owner" collate "und-x-icu"))
    order by email = lower("record"."owner" collate "und-x-icu") desc, id
    limit 1
  ) as "owner_user",
  (
    select
      json_strip_nulls(
        json_build_object('type', 'portfolio_token', 'id', id, 'name', name, 'revoked', case when revoked_at is not null then true end)
      )
    from tokens
    where id = record.delegate_token_id
  ) as "delegate",
  (
    select
      json_build_object(
        'by', claim.claimed_by, 'claimed_at', to_char("claim"."claimed_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'expires_at', to_char("claim"."expires_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      )
    from task_claims as claim
    where claim.task_id = record.id
      and (
        claim.expires_at > now()
        and (
          claim.token_id is null
          or exists (
            select
            from tokens
            where tokens.id = claim.token_id and tokens.revoked_at is null and (tokens.expires_at is null or tokens.expires_at > now())
          )
        )
      )
  ) as "claim"
from "tasks" as "record"
where record.product_decision_id = any (:ids::bigint[])
order by "record"."id";
