-- agent_record
with entry as materialized (
    select id, record_type, record_id, event, approved_by, created_at
    from history
    where (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :key
      and created_at > now() - interval '1 day' * 90
      and (
        (
          "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
        )
        and "record_type" <> 'proposal'
      )
      and record_type = any (array['product', 'app', 'signal', 'insight', 'economics', 'decision', 'task', 'canon_rule'])
  ),
  write as materialized (
    select
      record_type, exists (select from reviewed_changes where history_id = entry.id and is_accepted) as accepted,
      case
        when (record_type, record_id) in (
          select record_type, record_id
          from history
          where (("actor" ->> 'type') = 'user' or "event" in ('retracted', 'deleted', 'restored')) and created_at > now() - interval '1 day' * 90
        ) then (
          select
            exists (
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
          from history
          where history.id = entry.id
        )
        else false
      end as undone, created_at < now() - interval '1 day' * 7 as is_older
    from entry
    where approved_by is null
  )
select
  (
    select coalesce(json_agg(listed), '[]')
    from (
        select
          replace("kind", '_', '-') as kind, count(*) filter (where status = 'applied' and not edited) as applied,
          count(*) filter (where status = 'applied' and edited) as edited, count(*) filter (where status = 'rejected') as "rejected",
          count(*) filter (where status = 'changes_wanted') as "changes_wanted", count(*) filter (where status = 'expired') as "expired",
          count(*) filter (where status = 'withdrawn') as "withdrawn", count(*) filter (where status = 'pending') as "pending",
          round(
            (
              percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at) / 3600) filter (
                where status in ('applied', 'rejected')
              )
            )::numeric,
            2
          ) as median_hours
        from (
            select
              kind, edited, created_at, decided_at,
              case when record.status in ('pending', 'changes_wanted') and record.expires_at <= now() then 'expired' else record.status end as status
            from proposals as record
            where credential = :key and created_at > now() - interval '1 day' * 90
          ) as proposal
        group by kind
        order by array_position(array['product', 'app', 'signal', 'insight', 'economics', 'decision', 'task', 'canon_rule'], kind)
      ) as listed
  ) as proposals,
  (
    select coalesce(json_agg(listed), '[]')
    from (
        select
          replace("record_type", '_', '-') as kind, count(*) as writes,
          count(*) filter (where accepted) as accepted, count(*) filter (where undone) as undone,
          count(*) filter (where is_older and not undone) as stood, count(*) filter (where is_older) as older
        from write
        group by record_type
        order by array_position(array['product', 'app', 'signal', 'insight', 'economics', 'decision', 'task', 'canon_rule'], record_type)
      ) as listed
  ) as direct,
  (
    select coalesce(json_agg(listed), '[]')
    from (
        select confidence_level, count(*) as written, count(retracted_at) as retracted
        from entry join insights on insights.id = entry.record_id
        where entry.record_type = 'insight' and entry.event = 'created'
        group by confidence_level
        order by array_position(array['low', 'medium', 'high', 'verified'], confidence_level)
      ) as listed
  ) as insights;
