-- week.caught
select
  (
    select coalesce(json_agg(caught), '[]')
    from (
        select rule.id, coalesce(max(canon_rules.title), max(rule.title)) as title, count(*) as proposals
        from proposals
          cross join jsonb_to_recordset(proposals.rules) as rule (id bigint, title text)
          left join canon_rules on canon_rules.id = rule.id
        where "proposals"."created_at" >= :start::timestamptz and "proposals"."created_at" < :end::timestamptz and proposals.rules <> '[]'
        group by rule.id
        order by proposals desc, rule.id
        limit 10
      ) as caught
  ) as rules,
  (select count(*) from request_logs where code = 'canon_guard' and "created_at" >= :start::timestamptz and "created_at" < :end::timestamptz) as refused;

-- week.records
with untouched as materialized (
    select
      id, slug, name, portfolio_status,
      greatest(
        "products"."updated_at", (select max(updated_at) from "apps" where product_id = "products"."id"),
        (select max(updated_at) from "signals" where product_id = "products"."id"),
        (select max(updated_at) from "insights" where product_id = "products"."id"),
        (select max(updated_at) from "economics" where product_id = "products"."id"),
        (select max(updated_at) from "decisions" where product_id = "products"."id"),
        (select max(updated_at) from "tasks" where product_id = "products"."id"),
        (select max(updated_at) from "canon_rules" where product_id = "products"."id")
      ) as changed_at
    from products
    where (
        "products"."portfolio_status" in ('core', 'next')
        and "products"."updated_at" < :untouched_since::timestamptz
        and not exists (select from "apps" where product_id = "products"."id" and updated_at >= :untouched_since::timestamptz)
        and not exists (select from "signals" where product_id = "products"."id" and updated_at >= :untouched_since::timestamptz)
        and not exists (select from "insights" where product_id = "products"."id" and updated_at >= :untouched_since::timestamptz)
        and not exists (select from "economics" where product_id = "products"."id" and updated_at >= :untouched_since::timestamptz)
        and not exists (select from "decisions" where product_id = "products"."id" and updated_at >= :untouched_since::timestamptz)
        and not exists (select from "tasks" where product_id = "products"."id" and updated_at >= :untouched_since::timestamptz)
        and not exists (select from "canon_rules" where product_id = "products"."id" and updated_at >= :untouched_since::timestamptz)
      )
  )
select
  json_build_object(
    'total', (select count(*) from decisions as record where "created_at" >= :start::timestamptz and "created_at" < :end::timestamptz), 'rows',
    (
      select coalesce(json_agg(listed), '[]')
      from (
          select
            "record"."id" as "id", "record"."title" as "title", "record"."decision_type" as "decision_type", "record"."status" as "status",
            "record"."owner" as "owner", "record"."review_at" as "review_at",
            (select slug from products where id = record.product_id) as "product_slug",
            (
              select slug
              from directions
              where id = coalesce((select direction_id from products where id = record.product_id), record.direction_id)
            ) as "direction_slug",
            (select slug from apps where id = record.app_id) as "app_slug", "record"."created_by" as "created_by",
            to_char("record"."created_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
            case when length(record.rationale) > 300 then rtrim(left(record.rationale, 299)) || '…' else record.rationale end as rationale
          from decisions as record
          where "created_at" >= :start::timestamptz and "created_at" < :end::timestamptz
          order by record.id desc
          limit 10
        ) as listed
    )
  ) as decided,
  json_build_object(
    'total',
    (
      select count(*)
      from decisions as record
      where (
          "status" = 'active'
          and "outcome" is null
          and "expected" <> '[]'
          and least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by') < :today::text
        )
    ),
    'rows',
    (
      select coalesce(json_agg(listed), '[]')
      from (
          select
            "record"."id" as "id", "record"."title" as "title", "record"."decision_type" as "decision_type", "record"."status" as "status",
            "record"."owner" as "owner", "record"."review_at" as "review_at",
            (select slug from products where id = record.product_id) as "product_slug",
            (
              select slug
              from directions
              where id = coalesce((select direction_id from products where id = record.product_id), record.direction_id)
            ) as "direction_slug",
            (select slug from apps where id = record.app_id) as "app_slug", "record"."created_by" as "created_by",
            to_char("record"."created_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
            case when length(record.rationale) > 300 then rtrim(left(record.rationale, 299)) || '…' else record.rationale end as rationale,
            "record"."outcome" as "outcome",
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
            end as "expected"
          from decisions as record
          where (
              "status" = 'active'
              and "outcome" is null
              and "expected" <> '[]'
              and least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by') < :today::text
            )
          order by
            least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by'),
            record.id
          limit 10
        ) as listed
    )
  ) as due,
  json_build_object(
    'total',
    (
      select count(*)
      from decisions as record
      where exists (
          select
          from jsonb_array_elements("expected") as expectation
          where (expectation ->> 'by' < :today::text and expectation ->> 'by' >= :reached_from::text and expectation ->> 'by' <= :reached_to::text)
        )
    ),
    'rows',
    (
      select coalesce(json_agg(listed), '[]')
      from (
          select
            "record"."id" as "id", "record"."title" as "title", "record"."decision_type" as "decision_type", "record"."status" as "status",
            "record"."owner" as "owner", "record"."review_at" as "review_at",
            (select slug from products where id = record.product_id) as "product_slug",
            (
              select slug
              from directions
              where id = coalesce((select direction_id from products where id = record.product_id), record.direction_id)
            ) as "direction_slug",
            (select slug from apps where id = record.app_id) as "app_slug", "record"."created_by" as "created_by",
            to_char("record"."created_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
            case when length(record.rationale) > 300 then rtrim(left(record.rationale, 299)) || '…' else record.rationale end as rationale,
            "record"."outcome" as "outcome",
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
            end as "expected"
          from decisions as record
          where exists (
              select
              from jsonb_array_elements("expected") as expectation
              where (expectation ->> 'by' < :today::text and expectation ->> 'by' >= :reached_from::text and expectation ->> 'by' <= :reached_to::text)
            )
          order by record.id desc
          limit 10
        ) as listed
    )
  ) as reached,
  (select count(*) from "signals" where "created_at" >= :start::timestamptz and "created_at" < :end::timestamptz) as opened,
  (select count(*) from "signals" where "resolved_at" >= :start::timestamptz and "resolved_at" < :end::timestamptz) as resolved,
  json_build_object(
    'total', (select count(*) from signals as record where "status" in ('open', 'acknowledged', 'in-progress') and severity = 'critical'), 'rows',
    (
      select coalesce(json_agg(listed), '[]')
      from (
          select
            "record"."id" as "id", "record"."title" as "title", "record"."signal_type" as "signal_type", "record"."status" as "status",
            (select slug from products where id = record.product_id) as "product_slug",
            (
              select slug
              from directions
              where id = coalesce((select direction_id from products where id = record.product_id), record.direction_id)
            ) as "direction_slug",
            (select slug from apps where id = record.app_id) as "app_slug", "record"."created_by" as "created_by",
            to_char("record"."created_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at"
          from signals as record
          where "status" in ('open', 'acknowledged', 'in-progress') and severity = 'critical'
          order by record.id desc
          limit 10
        ) as listed
    )
  ) as unresolved_critical,
  (select count(*) from "tasks" where "done_at" >= :start::timestamptz and "done_at" < :end::timestamptz) as done,
  json_build_object(
    'total', (select count(*) from tasks as record where ("status" in ('open', 'in-progress', 'blocked') and due_at < :today::date)), 'rows',
    (
      select coalesce(json_agg(listed), '[]')
      from (
          select
            "record"."id" as "id", "record"."title" as "title", "record"."status" as "status", "record"."priority" as "priority",
            "record"."owner" as "owner", "record"."due_at" as "due_at", (select slug from products where id = record.product_id) as "product_slug",
            (
              select slug
              from directions
              where id = coalesce((select direction_id from products where id = record.product_id), record.direction_id)
            ) as "direction_slug",
            (select slug from apps where id = record.app_id) as "app_slug"
          from tasks as record
          where ("status" in ('open', 'in-progress', 'blocked') and due_at < :today::date)
          order by record.due_at, record.id
          limit 10
        ) as listed
    )
  ) as overdue,
  json_build_object(
    'total', (select count(*) from untouched as record where true), 'rows',
    (
      select coalesce(json_agg(listed), '[]')
      from (
          select
            "record"."id" as "id", "record"."slug" as "slug", "record"."name" as "name", "record"."portfolio_status" as "portfolio_status",
            to_char("record"."changed_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "changed_at"
          from untouched as record
          where true
          order by record.changed_at, record.id
          limit 10
        ) as listed
    )
  ) as untouched;

-- week.undone
with entry as materialized (
    select
      id, record_type, record_id, event,
      actor, approved_by, (("actor" ->> 'type') = 'user' or "event" in ('retracted', 'deleted', 'restored')) as may_undo
    from history
    where record_type in ('direction', 'product', 'app', 'signal', 'insight', 'economics', 'decision', 'task', 'canon_rule', 'proposal')
      and (
        "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
      )
      and "created_at" >= :start::timestamptz
      and "created_at" < :end::timestamptz
  )
select id
from (
    select distinct
      on (undone.id) undone.id, undone.actor
    from entry
      join history as undoing on undoing.id = entry.id
      join history as undone on undone.created_at > undoing.created_at - interval '30 days'
      and (
        "undoing"."record_type" = "undone"."record_type"
        and "undoing"."record_id" = "undone"."record_id"
        and "undoing"."id" > "undone"."id"
        and (
          (
            exists (
              select
              from history as creation
              where "creation"."record_type" = "undone"."record_type"
                and "creation"."record_id" = "undone"."record_id"
                and creation.id <= "undone"."id"
                and creation.event = 'created'
                and "creation"."actor" ->> 'type' = "undone"."actor" ->> 'type'
                and "creation"."actor" ->> 'id' is not distinct from "undone"."actor" ->> 'id'
            )
            and (
              "undoing"."event" in ('retracted', 'deleted')
              or (
                "undoing"."actor" ->> 'type' = 'user'
                and (
                  ("undoing"."record_type" = 'product' and "undoing"."changes" #>> '{portfolio_status,to}' = 'archived')
                  or ("undoing"."record_type" = 'app' and "undoing"."changes" #>> '{implementation_status,to}' = 'retired')
                  or ("undoing"."record_type" = 'signal' and "undoing"."changes" #>> '{status,to}' = 'dismissed')
                  or ("undoing"."record_type" = 'decision' and "undoing"."changes" #>> '{status,to}' = 'cancelled')
                  or ("undoing"."record_type" = 'task' and "undoing"."changes" #>> '{status,to}' = 'cancelled')
                  or ("undoing"."record_type" = 'canon_rule' and "undoing"."changes" #>> '{status,to}' = 'archived')
                )
              )
            )
            and not exists (
              select
              from history as again
              where "again"."record_type" = "undone"."record_type"
                and "again"."record_id" = "undone"."record_id"
                and again.id > "undoing"."id"
                and (
                  again.event = 'restored'
                  or (
                    "again"."actor" ->> 'type' = 'user'
                    and (
                      ("again"."record_type" = 'product' and "again"."changes" #>> '{portfolio_status,from}' = 'archived')
                      or ("again"."record_type" = 'app' and "again"."changes" #>> '{implementation_status,from}' = 'retired')
                      or ("again"."record_type" = 'signal' and "again"."changes" #>> '{status,from}' = 'dismissed')
                      or ("again"."record_type" = 'decision' and "again"."changes" #>> '{status,from}' = 'cancelled')
                      or ("again"."record_type" = 'task' and "again"."changes" #>> '{status,from}' = 'cancelled')
                      or ("again"."record_type" = 'canon_rule' and "again"."changes" #>> '{status,from}' = 'archived')
                    )
                  )
                )
            )
          )
          or (("undone"."event", "undoing"."event") in (('deleted', 'restored'), ('restored', 'deleted')))
          or (
            "undone"."event" <> 'created'
            and "undoing"."actor" ->> 'type' = 'user'
            and exists (
              select
              from jsonb_each("undone"."changes") as was (name, value) join jsonb_each("undoing"."changes") as back (name, value) using (name)
              where back.value -> 'to' <> was.value -> 'to'
                and (
                  back.value -> 'to' = was.value -> 'from'
                  or exists (
                    select
                    from history as first
                    where "first"."record_type" = "undone"."record_type"
                      and "first"."record_id" = "undone"."record_id"
                      and first.id < "undone"."id"
                      and first.event <> 'created'
                      and "first"."actor" ->> 'type' = "undone"."actor" ->> 'type'
                      and "first"."actor" ->> 'id' is not distinct from "undone"."actor" ->> 'id'
                      and first.changes -> name -> 'from' = back.value -> 'to'
                      and not exists (
                        select
                        from history as other
                        where "other"."record_type" = "undone"."record_type"
                          and "other"."record_id" = "undone"."record_id"
                          and other.id > first.id
                          and other.id < "undone"."id"
                          and other.changes ? name
                          and not (
                            "other"."actor" ->> 'type' = "undone"."actor" ->> 'type'
                            and "other"."actor" ->> 'id' is not distinct from "undone"."actor" ->> 'id'
                          )
                      )
                  )
                )
                and not exists (
                  select
                  from history as between
                  where "between"."record_type" = "undone"."record_type"
                    and "between"."record_id" = "undone"."record_id"
                    and between.id > "undone"."id"
                    and between.id < "undoing"."id"
                    and between.changes -> name -> 'to' = back.value -> 'to'
                    and not ("between"."actor" ->> 'type' = 'user')
                )
                and not exists (
                  select
                  from history as again
                  where "again"."record_type" = "undone"."record_type"
                    and "again"."record_id" = "undone"."record_id"
                    and again.id > "undoing"."id"
                    and "again"."actor" ->> 'type' = 'user'
                    and again.changes -> name -> 'from' = back.value -> 'to'
                    and again.changes -> name -> 'to' = back.value -> 'from'
                )
            )
          )
        )
      )
    where entry.record_type <> 'proposal' and may_undo
  ) as undone
where (("actor" ->> 'type') in ('portfolio_token', 'env_token', 'llm_key', 'bot'));

-- week.writes
with entry as materialized (
    select
      id, record_type, record_id, event,
      actor, approved_by, (("actor" ->> 'type') = 'user' or "event" in ('retracted', 'deleted', 'restored')) as may_undo
    from history
    where record_type in ('direction', 'product', 'app', 'signal', 'insight', 'economics', 'decision', 'task', 'canon_rule', 'proposal')
      and (
        "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
      )
      and "created_at" >= :start::timestamptz
      and "created_at" < :end::timestamptz
  )
select
  (
    with listed as materialized (
        select
          (array_agg(actor order by id desc)) [1] as actor, count(*) filter (where what = 'writes') as writes,
          count(*) filter (where what = 'proposals') as proposals, count(*) filter (where what = 'applied') as applied,
          count(*) filter (where what = 'rejected') as rejected, count(*) filter (where what = 'undone') as undone
        from (
            select id, actor, 'writes' as what
            from entry
            where record_type <> 'proposal' and approved_by is null
            union all
            select distinct
              on (proposals.id) entry.id, entry.actor, 'proposals'
            from entry
              join proposals on proposals.id = entry.record_id
              and "proposals"."created_at" >= :start::timestamptz
              and "proposals"."created_at" < :end::timestamptz
            where entry.record_type = 'proposal' and entry.event = 'proposed'
            union all
            select entry.id, proposals.created_by, entry.event
            from entry join proposals on proposals.id = entry.record_id
            where entry.record_type = 'proposal' and entry.event in ('applied', 'rejected')
            union all
            select id, actor, 'undone'
            from (
                select distinct
                  on (undone.id) undone.id, undone.actor
                from entry
                  join history as undoing on undoing.id = entry.id
                  join history as undone on undone.created_at > undoing.created_at - interval '30 days'
                  and (
                    "undoing"."record_type" = "undone"."record_type"
                    and "undoing"."record_id" = "undone"."record_id"
                    and "undoing"."id" > "undone"."id"
                    and (
                      (
                        exists (
                          select
                          from history as creation
                          where "creation"."record_type" = "undone"."record_type"
                            and "creation"."record_id" = "undone"."record_id"
                            and creation.id <= "undone"."id"
                            and creation.event = 'created'
                            and "creation"."actor" ->> 'type' = "undone"."actor" ->> 'type'
                            and "creation"."actor" ->> 'id' is not distinct from "undone"."actor" ->> 'id'
                        )
                        and (
                          "undoing"."event" in ('retracted', 'deleted')
                          or (
                            "undoing"."actor" ->> 'type' = 'user'
                            and (
                              ("undoing"."record_type" = 'product' and "undoing"."changes" #>> '{portfolio_status,to}' = 'archived')
                              or ("undoing"."record_type" = 'app' and "undoing"."changes" #>> '{implementation_status,to}' = 'retired')
                              or ("undoing"."record_type" = 'signal' and "undoing"."changes" #>> '{status,to}' = 'dismissed')
                              or ("undoing"."record_type" = 'decision' and "undoing"."changes" #>> '{status,to}' = 'cancelled')
                              or ("undoing"."record_type" = 'task' and "undoing"."changes" #>> '{status,to}' = 'cancelled')
                              or ("undoing"."record_type" = 'canon_rule' and "undoing"."changes" #>> '{status,to}' = 'archived')
                            )
                          )
                        )
                        and not exists (
                          select
                          from history as again
                          where "again"."record_type" = "undone"."record_type"
                            and "again"."record_id" = "undone"."record_id"
                            and again.id > "undoing"."id"
                            and (
                              again.event = 'restored'
                              or (
                                "again"."actor" ->> 'type' = 'user'
                                and (
                                  ("again"."record_type" = 'product' and "again"."changes" #>> '{portfolio_status,from}' = 'archived')
                                  or ("again"."record_type" = 'app' and "again"."changes" #>> '{implementation_status,from}' = 'retired')
                                  or ("again"."record_type" = 'signal' and "again"."changes" #>> '{status,from}' = 'dismissed')
                                  or ("again"."record_type" = 'decision' and "again"."changes" #>> '{status,from}' = 'cancelled')
                                  or ("again"."record_type" = 'task' and "again"."changes" #>> '{status,from}' = 'cancelled')
                                  or ("again"."record_type" = 'canon_rule' and "again"."changes" #>> '{status,from}' = 'archived')
                                )
                              )
                            )
                        )
                      )
                      or (("undone"."event", "undoing"."event") in (('deleted', 'restored'), ('restored', 'deleted')))
                      or (
                        "undone"."event" <> 'created'
                        and "undoing"."actor" ->> 'type' = 'user'
                        and exists (
                          select
                          from jsonb_each("undone"."changes") as was (name, value)
                            join jsonb_each("undoing"."changes") as back (name, value) using (name)
                          where back.value -> 'to' <> was.value -> 'to'
                            and (
                              back.value -> 'to' = was.value -> 'from'
                              or exists (
                                select
                                from history as first
                                where "first"."record_type" = "undone"."record_type"
                                  and "first"."record_id" = "undone"."record_id"
                                  and first.id < "undone"."id"
                                  and first.event <> 'created'
                                  and "first"."actor" ->> 'type' = "undone"."actor" ->> 'type'
                                  and "first"."actor" ->> 'id' is not distinct from "undone"."actor" ->> 'id'
                                  and first.changes -> name -> 'from' = back.value -> 'to'
                                  and not exists (
                                    select
                                    from history as other
                                    where "other"."record_type" = "undone"."record_type"
                                      and "other"."record_id" = "undone"."record_id"
                                      and other.id > first.id
                                      and other.id < "undone"."id"
                                      and other.changes ? name
                                      and not (
                                        "other"."actor" ->> 'type' = "undone"."actor" ->> 'type'
                                        and "other"."actor" ->> 'id' is not distinct from "undone"."actor" ->> 'id'
                                      )
                                  )
                              )
                            )
                            and not exists (
                              select
                              from history as between
                              where "between"."record_type" = "undone"."record_type"
                                and "between"."record_id" = "undone"."record_id"
                                and between.id > "undone"."id"
                                and between.id < "undoing"."id"
                                and between.changes -> name -> 'to' = back.value -> 'to'
                                and not ("between"."actor" ->> 'type' = 'user')
                            )
                            and not exists (
                              select
                              from history as again
                              where "again"."record_type" = "undone"."record_type"
                                and "again"."record_id" = "undone"."record_id"
                                and again.id > "undoing"."id"
                                and "again"."actor" ->> 'type' = 'user'
                                and again.changes -> name -> 'from' = back.value -> 'to'
                                and again.changes -> name -> 'to' = back.value -> 'from'
                            )
                        )
                      )
                    )
                  )
                where entry.record_type <> 'proposal' and may_undo
              ) as undone
          ) as deed
        where (("actor" ->> 'type') in ('portfolio_token', 'env_token', 'llm_key', 'bot'))
        group by (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), ''))
        order by count(*) desc, (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), ''))
      )
    select json_build_object('total', (select count(*) from listed), 'rows', coalesce(json_agg(row), '[]'))
    from (select * from listed limit 10) as row
  ) as agents,
  (
    with listed as materialized (
        select
          touched.id, coalesce(max(canon_rules.title), max(touched.title)) as title,
          count(distinct proposal_id) as proposed, count(distinct change_id) as changed
        from (
            select record_id as id, null as title, id as at, null::bigint as proposal_id, id as change_id
            from entry
            where record_type = 'canon_rule'
            union all
            select (target ->> 'id')::bigint, target ->> 'title', entry.id, proposals.id, null
            from entry
              join proposals on proposals.id = entry.record_id
              and "proposals"."created_at" >= :start::timestamptz
              and "proposals"."created_at" < :end::timestamptz
              cross join jsonb_array_elements(proposals.targets) as target
            where entry.record_type = 'proposal' and entry.event = 'proposed' and target ->> 'kind' = 'canon_rule'
          ) as touched
          left join canon_rules on canon_rules.id = touched.id
        group by touched.id, case when touched.id is null then touched.title end
        order by max(at) desc
      )
    select json_build_object('total', (select count(*) from listed), 'rows', coalesce(json_agg(row), '[]'))
    from (select * from listed limit 10) as row
  ) as rules;
