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

-- decisions.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."direction_id", "record"."app_id",
  "record"."title", "record"."decision_type", "record"."owner", "record"."decision", "record"."rationale", "record"."status", "record"."review_at",
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
  ) as "owner_user"
from "decisions" as "record"
where (
    (record.product_id = (select id from products where slug = :product_slug))
    and record.status = :status
    and (status = 'active' and review_at < (now() at time zone 'UTC')::date)
  )
order by "record"."id" desc
limit 26;

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
          record.id, record.title,
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
  "record"."app_id", "record"."title", "record"."owner", "record"."status",
  "record"."priority", "record"."due_at", "record"."note", "record"."blocked_by", "record"."done_at",
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
  ) as "owner_user"
from "tasks" as "record"
where record.product_decision_id = any (:ids::bigint[])
order by "record"."id";
