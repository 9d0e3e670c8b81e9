-- decisions.dates
select (at at time zone 'utc')::date as date, event, id, title
from
  (
    select decisions.created_at as at, 'created' as event, decisions.id, decisions.title
    from decisions
    where decisions.created_at >= :from::date::timestamp at time zone 'utc'
    union all
    select history.created_at, 'reviewed', decisions.id, decisions.title
    from decisions join history on history.record_type = 'decision' and history.record_id = decisions.id
    where
      history.event = 'status_changed'
      and history.changes -> 'status' ->> 'to' = 'reviewed'
      and history.created_at >= :from::date::timestamp at time zone 'utc'
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
    where
      status <> 'blocked'
      and (lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu") or email = lower("record"."owner" collate "und-x-icu"))
    order by email = lower("record"."owner" collate "und-x-icu") desc, id
    limit 1
  ) as "owner_user"
from "decisions" as "record"
where
  (
    true
    and (true and record.product_id = (select id from products where slug = :product_slug))
    and record.status = :status
    and (status = 'active' and review_at < (now() at time zone 'UTC')::date)
  )
order by "record"."id" desc
limit 26;

-- decisions.similar
with
  sought as materialized (
    select stem, (case when length(stem) < 5 then stem else left(stem, 5) || ':*' end)::tsquery as query
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.russian', :title))) as stem
  ),
  ranked as materialized (
    select id, ts_rank(title_stems, (select string_agg(query::text, '|')::tsquery from sought), 1) as rank
    from
      (
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
  )
select
  array(select stem from sought) as title_stems,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select
          record.id, record.title,
          coalesce(
            (select 'app:' || slug from apps where id = record.app_id), (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          ) as place,
          record."status" as status, array_to_string(tsvector_to_array(record.title_stems), ' ') as stems,
          (select string_agg(stem, ' ') from sought where record.search @@ query) as found
        from (select * from ranked where rank > 0 order by rank desc, id desc) as closest join "decisions" as record using (id)
        where not (record.status in ('cancelled') and coalesce(record."updated_at", record.updated_at) < now() - interval '180 days')
        order by rank desc, id desc
        limit 8
      ) as item
  ) as stored,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select id, title, severity, status
        from signals
        where product_id = :product_id and "status" in ('open', 'acknowledged', 'in-progress')
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
    where
      status <> 'blocked'
      and (lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu") or email = lower("record"."owner" collate "und-x-icu"))
    order by email = lower("record"."owner" collate "und-x-icu") desc, id
    limit 1
  ) as "owner_user"
from "tasks" as "record"
where record.product_decision_id = any (:ids::bigint[])
order by "record"."id";
