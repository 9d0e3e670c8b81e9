-- portfolio/decision/dates.ts: selectDates
select (at at time zone 'utc')::date as date, event, id, title
from
  (
    select decisions.created_at as at, 'created' as event, decisions.id, decisions.title
    from decisions
    where decisions.created_at >= :from::date::timestamp at time zone 'utc'
    union all
    select history.created_at, 'reviewed', decisions.id, decisions.title
    from
      decisions
      join history on history.record_type = 'decision'
      and history.record_id = decisions.id
    where
      history.event = 'status_changed'
      and history.changes -> 'status' ->> 'to' = 'reviewed'
      and history.created_at >= :from::date::timestamp at time zone 'utc'
  ) as event
order by at desc, id desc
limit 200;

-- portfolio/decision/read.ts: reads: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."direction_id", "record"."app_id",
  "record"."title", "record"."decision_type", "record"."owner", "record"."decision",
  "record"."rationale", "record"."status", "record"."review_at",
  case
    when record.evidence = '[]' then record.evidence
    else (
      select
        jsonb_agg(
          case
            when is_retracted (item ->> 'type', (item ->> 'id')::bigint) then item || '{"retracted": true}'
            else item
          end
          order by position
        )
      from jsonb_array_elements(record.evidence) with ordinality as listed (item, position)
    )
  end as "evidence", (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where
      id = coalesce(
        (select direction_id from products where id = record.product_id), record.direction_id
      )
  ) as "direction_slug",
  (select slug from apps where id = record.app_id) as "app_slug",
  (
    select json_build_object('id', id, 'name', name)
    from users
    where
      status <> 'blocked'
      and (
        lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
        or email = lower("record"."owner" collate "und-x-icu")
      )
    order by email = lower("record"."owner" collate "und-x-icu") desc, id
    limit 1
  ) as "owner_user"
from "decisions" as "record"
where (true and (true))
order by "record"."id" desc
limit 51;

-- portfolio/decision/read.ts: reads: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."direction_id", "record"."app_id",
  "record"."title", "record"."decision_type", "record"."owner", "record"."decision",
  "record"."rationale", "record"."status", "record"."review_at",
  case
    when record.evidence = '[]' then record.evidence
    else (
      select
        jsonb_agg(
          case
            when is_retracted (item ->> 'type', (item ->> 'id')::bigint) then item || '{"retracted": true}'
            else item
          end
          order by position
        )
      from jsonb_array_elements(record.evidence) with ordinality as listed (item, position)
    )
  end as "evidence", (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where
      id = coalesce(
        (select direction_id from products where id = record.product_id), record.direction_id
      )
  ) as "direction_slug",
  (select slug from apps where id = record.app_id) as "app_slug",
  (
    select json_build_object('id', id, 'name', name)
    from users
    where
      status <> 'blocked'
      and (
        lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
        or email = lower("record"."owner" collate "und-x-icu")
      )
    order by email = lower("record"."owner" collate "und-x-icu") desc, id
    limit 1
  ) as "owner_user"
from "decisions" as "record"
where
  (
    true
    and (
      true
      and record.product_id = (select id from products where slug = :product_slug)
      and (
        record.direction_id = coalesce(
          (select id from directions where slug = :direction_slug),
          (select direction_id from direction_aliases where slug = :direction_slug)
        )
        or record.product_id in (
          select id
          from products
          where
            direction_id = coalesce(
              (select id from directions where slug = :direction_slug),
              (select direction_id from direction_aliases where slug = :direction_slug)
            )
        )
      )
      and record.app_id = (select id from apps where slug = :app_slug)
      and record.created_at >= :since::timestamp at time zone 'UTC'
      and record.title ilike :q
    )
    and record.status = :status
    and lower(record.owner collate "und-x-icu") = lower(:owner::text collate "und-x-icu")
    and record.review_at < :review_before::date
    and (status = 'active' and review_at < :today::date)
    and record.decision_type = :decision_type
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- portfolio/decision/read.ts: reads: count, without filters
select count(*) as "total"
from
  (select 1 as "one" from "decisions" as "record" where (true and (true)) limit 1001) as "matching";

-- portfolio/decision/read.ts: reads: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "decisions" as "record"
    where
      (
        true
        and (
          true
          and record.product_id = (select id from products where slug = :product_slug)
          and (
            record.direction_id = coalesce(
              (select id from directions where slug = :direction_slug),
              (select direction_id from direction_aliases where slug = :direction_slug)
            )
            or record.product_id in (
              select id
              from products
              where
                direction_id = coalesce(
                  (select id from directions where slug = :direction_slug),
                  (select direction_id from direction_aliases where slug = :direction_slug)
                )
            )
          )
          and record.app_id = (select id from apps where slug = :app_slug)
          and record.created_at >= :since::timestamp at time zone 'UTC'
          and record.title ilike :q
        )
        and record.status = :status
        and lower(record.owner collate "und-x-icu") = lower(:owner::text collate "und-x-icu")
        and record.review_at < :review_before::date
        and (status = 'active' and review_at < :today::date)
        and record.decision_type = :decision_type
      )
  ) as "matching";

-- portfolio/decision/read.ts: reads: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."direction_id", "record"."app_id",
  "record"."title", "record"."decision_type", "record"."owner", "record"."decision",
  "record"."rationale", "record"."status", "record"."review_at",
  case
    when record.evidence = '[]' then record.evidence
    else (
      select
        jsonb_agg(
          case
            when is_retracted (item ->> 'type', (item ->> 'id')::bigint) then item || '{"retracted": true}'
            else item
          end
          order by position
        )
      from jsonb_array_elements(record.evidence) with ordinality as listed (item, position)
    )
  end as "evidence", (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where
      id = coalesce(
        (select direction_id from products where id = record.product_id), record.direction_id
      )
  ) as "direction_slug",
  (select slug from apps where id = record.app_id) as "app_slug",
  (
    select json_build_object('id', id, 'name', name)
    from users
    where
      status <> 'blocked'
      and (
        lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
        or email = lower("record"."owner" collate "und-x-icu")
      )
    order by email = lower("record"."owner" collate "und-x-icu") desc, id
    limit 1
  ) as "owner_user"
from "decisions" as "record"
where
  (true and (true))
  and record.id = :id;

-- portfolio/decision/read.ts: selectTasks
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_decision_id",
  "record"."product_id", "record"."direction_id", "record"."app_id", "record"."title",
  "record"."owner", "record"."status", "record"."priority", "record"."due_at",
  "record"."note", "record"."blocked_by", "record"."done_at",
  case
    when record.evidence = '[]' then record.evidence
    else (
      select
        jsonb_agg(
          case
            when is_retracted (item ->> 'type', (item ->> 'id')::bigint) then item || '{"retracted": true}'
            else item
          end
          order by position
        )
      from jsonb_array_elements(record.evidence) with ordinality as listed (item, position)
    )
  end as "evidence", (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where
      id = coalesce(
        (select direction_id from products where id = record.product_id), record.direction_id
      )
  ) as "direction_slug",
  (select slug from apps where id = record.app_id) as "app_slug",
  (
    select json_build_object('id', id, 'name', name)
    from users
    where
      status <> 'blocked'
      and (
        lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
        or email = lower("record"."owner" collate "und-x-icu")
      )
    order by email = lower("record"."owner" collate "und-x-icu") desc, id
    limit 1
  ) as "owner_user"
from "tasks" as "record"
where record.product_decision_id = any (:ids::bigint[])
order by "record"."id";
