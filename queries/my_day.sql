-- my_day.counts
select
  (
    select count(*)
    from (
        select
          'task', record.id, record.title, record.due_at, false, record.priority,
          (select json_build_object('id', id, 'name', name) from products where id = record.product_id), record.status = 'blocked',
          null, (select json_build_object('id', id, 'title', title) from tasks where id = record.blocked_by_id),
          case jsonb_typeof(record.blocked_by)
            when 'string' then record.blocked_by #>> '{}'
          end,
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
          )
        from (select id, lower("name" collate "und-x-icu") as name, email from users where id = :user_id) as me
          join tasks as record on lower("record"."owner" collate "und-x-icu") = any (array[me.name, me.email])
          and (
            (
              select json_build_object('id', id, 'name', name)
              from users
              where status <> 'blocked'
                and (
                  lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
                  or email = lower("record"."owner" collate "und-x-icu")
                )
              order by email = lower("record"."owner" collate "und-x-icu") desc, id
              limit 1
            ) ->> 'id'
          )::bigint = me.id
        where "record"."status" in ('open', 'in-progress', 'blocked')
          and (record.due_at is null or record.due_at <= :until::date or record.status = 'blocked')
        union all
        select
          'decision', id, title, case when is_verdict then expected_by else review_at end, is_verdict, null, product, false,
          null, null::json, null, null::json
        from (
            select
              record.id, record.title, record.review_at,
              least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by')::date as expected_by,
              (
                "status" = 'active'
                and "outcome" is null
                and "expected" <> '[]'
                and least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by') < :today::text
              ) as is_verdict,
              (select json_build_object('id', id, 'name', name) from products where id = record.product_id) as product
            from (select id, lower("name" collate "und-x-icu") as name, email from users where id = :user_id) as me
              join decisions as record on lower("record"."owner" collate "und-x-icu") = any (array[me.name, me.email])
              and (
                (
                  select json_build_object('id', id, 'name', name)
                  from users
                  where status <> 'blocked'
                    and (
                      lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
                      or email = lower("record"."owner" collate "und-x-icu")
                    )
                  order by email = lower("record"."owner" collate "und-x-icu") desc, id
                  limit 1
                ) ->> 'id'
              )::bigint = me.id
            where record.status = 'active'
          ) as decision
        where is_verdict or review_at <= :until::date
        union all
        select
          'service_task', record.id, record.title, record.due_at, false, record.priority, null::json, record.status = 'blocked',
          null, null::json, null, null::json
        from (select id, lower("name" collate "und-x-icu") as name, email from users where id = :user_id) as me
          join service_tasks as record on lower("record"."assignee" collate "und-x-icu") = any (array[me.name, me.email])
          and (
            (
              select json_build_object('id', id, 'name', name)
              from users
              where status <> 'blocked'
                and (
                  lower(name collate "und-x-icu") = lower("record"."assignee" collate "und-x-icu")
                  or email = lower("record"."assignee" collate "und-x-icu")
                )
              order by email = lower("record"."assignee" collate "und-x-icu") desc, id
              limit 1
            ) ->> 'id'
          )::bigint = me.id
        where record.status in ('open', 'in-progress', 'blocked')
          and (record.due_at is null or record.due_at <= :until::date or record.status = 'blocked')
        union all
        select 'strategy', record.id, record.name, record.ends_on, false, null, null::json, false, null, null::json, null, null::json
        from strategies as record
        where record.owner_id = :user_id and record.deleted_at is null and record.status in ('active', 'paused') and record.ends_on <= :until::date
      ) as work (record_type, id, title, due_at, is_verdict, priority, product, waits, owner, blocker, reason, claim)
    where not waits
  ) as "work",
  (
    select count(*)
    from (select distinct note_id from mentions where user_id = :user_id and seen_at is null order by note_id desc limit 100) as unseen
  ) as "mentions",
  (
    select count(*)
    from (
        select id
        from history
        where (("actor" ->> 'type') in ('portfolio_token', 'env_token', 'llm_key', 'bot'))
          and (
            (
              "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
            )
            and "record_type" <> 'proposal'
          )
          and history.approved_by is null
          and history.record_type <> all (:hidden::text[])
          and history.created_at > now() - 30 * interval '1 day'
          and not exists (select from reviewed_changes where user_id = :user_id and history_id = history.id)
          and not exists (
            select
            from history as undoing
            where (("actor" ->> 'type') = 'user' or "event" in ('retracted', 'deleted', 'restored'))
              and (
                "undoing"."record_type" = "history"."record_type"
                and "undoing"."record_id" = "history"."record_id"
                and "undoing"."id" > "history"."id"
                and (
                  (
                    exists (
                      select
                      from history as creation
                      where "creation"."record_type" = "history"."record_type"
                        and "creation"."record_id" = "history"."record_id"
                        and creation.id <= "history"."id"
                        and creation.event = 'created'
                        and "creation"."actor" ->> 'type' = "history"."actor" ->> 'type'
                        and "creation"."actor" ->> 'id' is not distinct from "history"."actor" ->> 'id'
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
                      where "again"."record_type" = "history"."record_type"
                        and "again"."record_id" = "history"."record_id"
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
                  or (("history"."event", "undoing"."event") in (('deleted', 'restored'), ('restored', 'deleted')))
                  or (
                    "history"."event" <> 'created'
                    and "undoing"."actor" ->> 'type' = 'user'
                    and exists (
                      select
                      from jsonb_each("history"."changes") as was (name, value)
                        join jsonb_each("undoing"."changes") as back (name, value) using (name)
                      where back.value -> 'to' <> was.value -> 'to'
                        and (
                          back.value -> 'to' = was.value -> 'from'
                          or exists (
                            select
                            from history as first
                            where "first"."record_type" = "history"."record_type"
                              and "first"."record_id" = "history"."record_id"
                              and first.id < "history"."id"
                              and first.event <> 'created'
                              and "first"."actor" ->> 'type' = "history"."actor" ->> 'type'
                              and "first"."actor" ->> 'id' is not distinct from "history"."actor" ->> 'id'
                              and first.changes -> name -> 'from' = back.value -> 'to'
                              and not exists (
                                select
                                from history as other
                                where "other"."record_type" = "history"."record_type"
                                  and "other"."record_id" = "history"."record_id"
                                  and other.id > first.id
                                  and other.id < "history"."id"
                                  and other.changes ? name
                                  and not (
                                    "other"."actor" ->> 'type' = "history"."actor" ->> 'type'
                                    and "other"."actor" ->> 'id' is not distinct from "history"."actor" ->> 'id'
                                  )
                              )
                          )
                        )
                        and not exists (
                          select
                          from history as between
                          where "between"."record_type" = "history"."record_type"
                            and "between"."record_id" = "history"."record_id"
                            and between.id > "history"."id"
                            and between.id < "undoing"."id"
                            and between.changes -> name -> 'to' = back.value -> 'to'
                            and not ("between"."actor" ->> 'type' = 'user')
                        )
                        and not exists (
                          select
                          from history as again
                          where "again"."record_type" = "history"."record_type"
                            and "again"."record_id" = "history"."record_id"
                            and again.id > "undoing"."id"
                            and "again"."actor" ->> 'type' = 'user'
                            and again.changes -> name -> 'from' = back.value -> 'to'
                            and again.changes -> name -> 'to' = back.value -> 'from'
                        )
                    )
                  )
                )
              )
          )
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
        order by id desc
        limit 201
      ) as change
  ) as "changes",
  (select count(*) from proposals as record where (record.status = 'pending' and record.expires_at > now())) as "proposals";

-- my_day.work
select *
from (
    select
      'task', record.id, record.title, record.due_at, false, record.priority,
      (select json_build_object('id', id, 'name', name) from products where id = record.product_id), record.status = 'blocked',
      null, (select json_build_object('id', id, 'title', title) from tasks where id = record.blocked_by_id),
      case jsonb_typeof(record.blocked_by)
        when 'string' then record.blocked_by #>> '{}'
      end,
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
      )
    from (select id, lower("name" collate "und-x-icu") as name, email from users where id = :user_id) as me
      join tasks as record on lower("record"."owner" collate "und-x-icu") = any (array[me.name, me.email])
      and (
        (
          select json_build_object('id', id, 'name', name)
          from users
          where status <> 'blocked'
            and (lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu") or email = lower("record"."owner" collate "und-x-icu"))
          order by email = lower("record"."owner" collate "und-x-icu") desc, id
          limit 1
        ) ->> 'id'
      )::bigint = me.id
    where "record"."status" in ('open', 'in-progress', 'blocked')
      and (record.due_at is null or record.due_at <= :until::date or record.status = 'blocked')
    union all
    select
      'decision', id, title, case when is_verdict then expected_by else review_at end, is_verdict, null, product, false,
      null, null::json, null, null::json
    from (
        select
          record.id, record.title, record.review_at,
          least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by')::date as expected_by,
          (
            "status" = 'active'
            and "outcome" is null
            and "expected" <> '[]'
            and least("expected" -> 0 ->> 'by', "expected" -> 1 ->> 'by', "expected" -> 2 ->> 'by', "expected" -> 3 ->> 'by', "expected" -> 4 ->> 'by') < :today::text
          ) as is_verdict,
          (select json_build_object('id', id, 'name', name) from products where id = record.product_id) as product
        from (select id, lower("name" collate "und-x-icu") as name, email from users where id = :user_id) as me
          join decisions as record on lower("record"."owner" collate "und-x-icu") = any (array[me.name, me.email])
          and (
            (
              select json_build_object('id', id, 'name', name)
              from users
              where status <> 'blocked'
                and (
                  lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
                  or email = lower("record"."owner" collate "und-x-icu")
                )
              order by email = lower("record"."owner" collate "und-x-icu") desc, id
              limit 1
            ) ->> 'id'
          )::bigint = me.id
        where record.status = 'active'
      ) as decision
    where is_verdict or review_at <= :until::date
    union all
    select
      'service_task', record.id, record.title, record.due_at, false, record.priority, null::json, record.status = 'blocked',
      null, null::json, null, null::json
    from (select id, lower("name" collate "und-x-icu") as name, email from users where id = :user_id) as me
      join service_tasks as record on lower("record"."assignee" collate "und-x-icu") = any (array[me.name, me.email])
      and (
        (
          select json_build_object('id', id, 'name', name)
          from users
          where status <> 'blocked'
            and (
              lower(name collate "und-x-icu") = lower("record"."assignee" collate "und-x-icu")
              or email = lower("record"."assignee" collate "und-x-icu")
            )
          order by email = lower("record"."assignee" collate "und-x-icu") desc, id
          limit 1
        ) ->> 'id'
      )::bigint = me.id
    where record.status in ('open', 'in-progress', 'blocked') and (record.due_at is null or record.due_at <= :until::date or record.status = 'blocked')
    union all
    select 'strategy', record.id, record.name, record.ends_on, false, null, null::json, false, null, null::json, null, null::json
    from strategies as record
    where record.owner_id = :user_id and record.deleted_at is null and record.status in ('active', 'paused') and record.ends_on <= :until::date
    union all
    select
      'task', record.id, record.title, record.due_at,
      false, record.priority, (select json_build_object('id', id, 'name', name) from products where id = record.product_id), true,
      record.owner, (select json_build_object('id', id, 'title', title) from tasks where id = record.blocked_by_id),
      case jsonb_typeof(record.blocked_by)
        when 'string' then record.blocked_by #>> '{}'
      end,
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
      )
    from (
        select mine.id as decision_id, me.id
        from (select id, lower("name" collate "und-x-icu") as name, email from users where id = :user_id) as me
          join lateral (
            select record.id
            from decisions as record
            where record.status = 'active'
              and lower("record"."owner" collate "und-x-icu") = any (array[me.name, me.email])
              and (
                (
                  select json_build_object('id', id, 'name', name)
                  from users
                  where status <> 'blocked'
                    and (
                      lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
                      or email = lower("record"."owner" collate "und-x-icu")
                    )
                  order by email = lower("record"."owner" collate "und-x-icu") desc, id
                  limit 1
                ) ->> 'id'
              )::bigint = me.id
          ) as mine on true
      ) as me
      join tasks as record on record.product_decision_id = me.decision_id
    where "record"."status" in ('open', 'in-progress', 'blocked')
      and record.owner is not null
      and (
        (
          select json_build_object('id', id, 'name', name)
          from users
          where status <> 'blocked'
            and (lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu") or email = lower("record"."owner" collate "und-x-icu"))
          order by email = lower("record"."owner" collate "und-x-icu") desc, id
          limit 1
        ) ->> 'id'
      )::bigint is distinct from me.id
  ) as work (record_type, id, title, due_at, is_verdict, priority, product, waits, owner, blocker, reason, claim)
order by due_at nulls last, array_position(array['critical', 'high', 'medium', 'low'], priority), record_type, id
limit 200;
