-- review.entries
select
  "record"."id", "record"."record_type", "record"."record_id", "record"."event",
  "record"."actor", "record"."token", "record"."approved_by", "record"."reason",
  "record"."changes", "record"."surface", "record"."request_id", "record"."created_at"
from "history" as "record"
where record.id = any (:ids::bigint[]) and record.record_type <> all (:hidden::text[])
order by "record"."id" desc;

-- review.others
select "id", "record_type", "record_id", "actor", (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) as "actor_key"
from "history"
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
              from jsonb_each("history"."changes") as was (name, value) join jsonb_each("undoing"."changes") as back (name, value) using (name)
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
  and not (
    (
      "record_type" = 'canon_rule'
      or "event" in ('retracted', 'deleted')
      or "event" <> 'created'
      and jsonb_exists_any (
        "changes",
        array[
          'status', 'portfolio_status', 'economics_status', 'implementation_status',
          'product_binding_status', 'health_state', 'product_focus', 'severity', 'risk_summary'
        ]
      )
    )
    or coalesce(least("changes" #>> '{due_at,to}', "changes" #>> '{review_at,to}') < ("created_at" at time zone 'utc')::date::text, false)
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
order by "id" desc
limit 1000;

-- review.risky
select "id", "record_type", "record_id", "actor", (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) as "actor_key"
from "history"
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
              from jsonb_each("history"."changes") as was (name, value) join jsonb_each("undoing"."changes") as back (name, value) using (name)
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
  and (
    (
      "record_type" = 'canon_rule'
      or "event" in ('retracted', 'deleted')
      or "event" <> 'created'
      and jsonb_exists_any (
        "changes",
        array[
          'status', 'portfolio_status', 'economics_status', 'implementation_status',
          'product_binding_status', 'health_state', 'product_focus', 'severity', 'risk_summary'
        ]
      )
    )
    or jsonb_exists_any ("changes", array['due_at', 'review_at'])
  )
  and (
    (
      "record_type" = 'canon_rule'
      or "event" in ('retracted', 'deleted')
      or "event" <> 'created'
      and jsonb_exists_any (
        "changes",
        array[
          'status', 'portfolio_status', 'economics_status', 'implementation_status',
          'product_binding_status', 'health_state', 'product_focus', 'severity', 'risk_summary'
        ]
      )
    )
    or coalesce(least("changes" #>> '{due_at,to}', "changes" #>> '{review_at,to}') < ("created_at" at time zone 'utc')::date::text, false)
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
order by "id" desc
limit 1000;
