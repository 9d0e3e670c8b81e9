-- tasks.blocker
with recursive
  chain (id, blocked_by_id) as (
    select id, blocked_by_id
    from tasks
    where id = :blocked_by::bigint
    union
    select tasks.id, tasks.blocked_by_id
    from chain join tasks on tasks.id = chain.blocked_by_id
  )
select status, (select chain.id from chain where chain.blocked_by_id = :id::bigint) as waits_by
from tasks
where id = :blocked_by::bigint;

-- tasks.board
select
  'open' as status,
  (
    select coalesce(json_agg(card), '[]')
    from (
        select
          record.id, record.title, record.status, record.priority, record.owner, record.due_at,
          record.blocked_by, (select json_build_object('id', id, 'name', "name") from "products" where id = record."product_id") as product,
          (select json_build_object('id', id, 'name', "title") from "tasks" where id = record."blocked_by_id") as blocker,
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
          ) as claim,
          (
            select coalesce(max(history.id), 0)
            from history
            where record_type = 'task'
              and record_id = "record"."id"
              and (
                "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
              )
          ) as version
        from tasks as record
        where (
            record.status = 'open'
            and (
              (
                lower(record.owner collate "und-x-icu") = any (
                  array(
                    select lower(:owner::text collate "und-x-icu")
                    union
                    select unnest(array[lower(name collate "und-x-icu"), email])
                    from users
                    where id = (
                        (
                          select
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
                            )
                          from (select :owner::text as owner) as record
                        ) ->> 'id'
                      )::bigint
                  )
                )
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
                ) is not distinct from (
                  (
                    select
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
                      )
                    from (select :owner::text as owner) as record
                  ) ->> 'id'
                )
              )
              and record.due_at >= :due_from::date
              and record.due_at <= :due_to::date
            )
          )
        order by (
            case when "status" in ('open', 'in-progress', 'blocked') then array_position('{low,medium,high,critical}'::text[], "priority") end
          ) desc nulls last,
          (case when "status" in ('open', 'in-progress', 'blocked') then "due_at" end), "id" desc
        limit 30
      ) as card
  ) as cards,
  (
    select count(*)
    from (
        select
        from tasks as record
        where (
            record.status = 'open'
            and (
              (
                lower(record.owner collate "und-x-icu") = any (
                  array(
                    select lower(:owner::text collate "und-x-icu")
                    union
                    select unnest(array[lower(name collate "und-x-icu"), email])
                    from users
                    where id = (
                        (
                          select
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
                            )
                          from (select :owner::text as owner) as record
                        ) ->> 'id'
                      )::bigint
                  )
                )
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
                ) is not distinct from (
                  (
                    select
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
                      )
                    from (select :owner::text as owner) as record
                  ) ->> 'id'
                )
              )
              and record.due_at >= :due_from::date
              and record.due_at <= :due_to::date
            )
          )
        limit 1001
      ) as counted
  ) as total
union all
select
  'in-progress' as status,
  (
    select coalesce(json_agg(card), '[]')
    from (
        select
          record.id, record.title, record.status, record.priority, record.owner, record.due_at,
          record.blocked_by, (select json_build_object('id', id, 'name', "name") from "products" where id = record."product_id") as product,
          (select json_build_object('id', id, 'name', "title") from "tasks" where id = record."blocked_by_id") as blocker,
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
          ) as claim,
          (
            select coalesce(max(history.id), 0)
            from history
            where record_type = 'task'
              and record_id = "record"."id"
              and (
                "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
              )
          ) as version
        from tasks as record
        where (
            record.status = 'in-progress'
            and (
              (
                lower(record.owner collate "und-x-icu") = any (
                  array(
                    select lower(:owner::text collate "und-x-icu")
                    union
                    select unnest(array[lower(name collate "und-x-icu"), email])
                    from users
                    where id = (
                        (
                          select
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
                            )
                          from (select :owner::text as owner) as record
                        ) ->> 'id'
                      )::bigint
                  )
                )
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
                ) is not distinct from (
                  (
                    select
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
                      )
                    from (select :owner::text as owner) as record
                  ) ->> 'id'
                )
              )
              and record.due_at >= :due_from::date
              and record.due_at <= :due_to::date
            )
          )
        order by (
            case when "status" in ('open', 'in-progress', 'blocked') then array_position('{low,medium,high,critical}'::text[], "priority") end
          ) desc nulls last,
          (case when "status" in ('open', 'in-progress', 'blocked') then "due_at" end), "id" desc
        limit 30
      ) as card
  ) as cards,
  (
    select count(*)
    from (
        select
        from tasks as record
        where (
            record.status = 'in-progress'
            and (
              (
                lower(record.owner collate "und-x-icu") = any (
                  array(
                    select lower(:owner::text collate "und-x-icu")
                    union
                    select unnest(array[lower(name collate "und-x-icu"), email])
                    from users
                    where id = (
                        (
                          select
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
                            )
                          from (select :owner::text as owner) as record
                        ) ->> 'id'
                      )::bigint
                  )
                )
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
                ) is not distinct from (
                  (
                    select
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
                      )
                    from (select :owner::text as owner) as record
                  ) ->> 'id'
                )
              )
              and record.due_at >= :due_from::date
              and record.due_at <= :due_to::date
            )
          )
        limit 1001
      ) as counted
  ) as total
union all
select
  'blocked' as status,
  (
    select coalesce(json_agg(card), '[]')
    from (
        select
          record.id, record.title, record.status, record.priority, record.owner, record.due_at,
          record.blocked_by, (select json_build_object('id', id, 'name', "name") from "products" where id = record."product_id") as product,
          (select json_build_object('id', id, 'name', "title") from "tasks" where id = record."blocked_by_id") as blocker,
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
          ) as claim,
          (
            select coalesce(max(history.id), 0)
            from history
            where record_type = 'task'
              and record_id = "record"."id"
              and (
                "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
              )
          ) as version
        from tasks as record
        where (
            record.status = 'blocked'
            and (
              (
                lower(record.owner collate "und-x-icu") = any (
                  array(
                    select lower(:owner::text collate "und-x-icu")
                    union
                    select unnest(array[lower(name collate "und-x-icu"), email])
                    from users
                    where id = (
                        (
                          select
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
                            )
                          from (select :owner::text as owner) as record
                        ) ->> 'id'
                      )::bigint
                  )
                )
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
                ) is not distinct from (
                  (
                    select
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
                      )
                    from (select :owner::text as owner) as record
                  ) ->> 'id'
                )
              )
              and record.due_at >= :due_from::date
              and record.due_at <= :due_to::date
            )
          )
        order by (
            case when "status" in ('open', 'in-progress', 'blocked') then array_position('{low,medium,high,critical}'::text[], "priority") end
          ) desc nulls last,
          (case when "status" in ('open', 'in-progress', 'blocked') then "due_at" end), "id" desc
        limit 30
      ) as card
  ) as cards,
  (
    select count(*)
    from (
        select
        from tasks as record
        where (
            record.status = 'blocked'
            and (
              (
                lower(record.owner collate "und-x-icu") = any (
                  array(
                    select lower(:owner::text collate "und-x-icu")
                    union
                    select unnest(array[lower(name collate "und-x-icu"), email])
                    from users
                    where id = (
                        (
                          select
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
                            )
                          from (select :owner::text as owner) as record
                        ) ->> 'id'
                      )::bigint
                  )
                )
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
                ) is not distinct from (
                  (
                    select
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
                      )
                    from (select :owner::text as owner) as record
                  ) ->> 'id'
                )
              )
              and record.due_at >= :due_from::date
              and record.due_at <= :due_to::date
            )
          )
        limit 1001
      ) as counted
  ) as total
union all
select
  'done' as status,
  (
    select coalesce(json_agg(card), '[]')
    from (
        select
          record.id, record.title, record.status, record.priority, record.owner, record.due_at,
          record.blocked_by, (select json_build_object('id', id, 'name', "name") from "products" where id = record."product_id") as product,
          (select json_build_object('id', id, 'name', "title") from "tasks" where id = record."blocked_by_id") as blocker,
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
          ) as claim,
          (
            select coalesce(max(history.id), 0)
            from history
            where record_type = 'task'
              and record_id = "record"."id"
              and (
                "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
              )
          ) as version
        from tasks as record
        where (
            record.status = 'done'
            and record.done_at >= :done_from::timestamptz
            and (
              (
                lower(record.owner collate "und-x-icu") = any (
                  array(
                    select lower(:owner::text collate "und-x-icu")
                    union
                    select unnest(array[lower(name collate "und-x-icu"), email])
                    from users
                    where id = (
                        (
                          select
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
                            )
                          from (select :owner::text as owner) as record
                        ) ->> 'id'
                      )::bigint
                  )
                )
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
                ) is not distinct from (
                  (
                    select
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
                      )
                    from (select :owner::text as owner) as record
                  ) ->> 'id'
                )
              )
              and record.due_at >= :due_from::date
              and record.due_at <= :due_to::date
            )
          )
        order by record.done_at desc, record.id desc
        limit 30
      ) as card
  ) as cards,
  (
    select count(*)
    from (
        select
        from tasks as record
        where (
            record.status = 'done'
            and record.done_at >= :done_from::timestamptz
            and (
              (
                lower(record.owner collate "und-x-icu") = any (
                  array(
                    select lower(:owner::text collate "und-x-icu")
                    union
                    select unnest(array[lower(name collate "und-x-icu"), email])
                    from users
                    where id = (
                        (
                          select
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
                            )
                          from (select :owner::text as owner) as record
                        ) ->> 'id'
                      )::bigint
                  )
                )
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
                ) is not distinct from (
                  (
                    select
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
                      )
                    from (select :owner::text as owner) as record
                  ) ->> 'id'
                )
              )
              and record.due_at >= :due_from::date
              and record.due_at <= :due_to::date
            )
          )
        limit 1001
      ) as counted
  ) as total;

-- tasks.list
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
where (
    (
      (
        record.direction_id = coalesce((select id from directions where slug = :direction_slug), (select direction_id from direction_aliases where slug = :direction_slug))
        or record.product_id in (
          select id
          from products
          where direction_id = coalesce((select id from directions where slug = :direction_slug), (select direction_id from direction_aliases where slug = :direction_slug))
        )
      )
      and true
    )
    and true
    and (
      (
        lower(record.owner collate "und-x-icu") = any (
          array(
            select lower(:owner::text collate "und-x-icu")
            union
            select unnest(array[lower(name collate "und-x-icu"), email])
            from users
            where id = (
                (
                  select
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
                    )
                  from (select :owner::text as owner) as record
                ) ->> 'id'
              )::bigint
          )
        )
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
        ) is not distinct from (
          (
            select
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
              )
            from (select :owner::text as owner) as record
          ) ->> 'id'
        )
      )
    )
    and ("status" in ('open', 'in-progress', 'blocked') and due_at < (now() at time zone 'UTC')::date)
    and record.status = :status
  )
order by "record"."id" desc
limit 26;

-- tasks.of_agent
select id, title, status, due_at, is_delegated, claimed_at
from (
    select
      record.*, record.delegate_token_id is not distinct from :token_id::bigint as is_delegated,
      (
        select claim.claimed_at
        from task_claims as claim
        where claim.task_id = record.id
          and claim.token_id = :token_id::bigint
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
      ) as claimed_at
    from tasks as record
    where "record"."status" in ('open', 'in-progress', 'blocked')
      and record.id in (select id from tasks where delegate_token_id = :token_id::bigint union select task_id from task_claims where token_id = :token_id::bigint)
  ) as task
where is_delegated or claimed_at is not null
order by claimed_at is null,
  (
    case when "status" in ('open', 'in-progress', 'blocked') then array_position('{low,medium,high,critical}'::text[], "priority") end
  ) desc nulls last,
  (case when "status" in ('open', 'in-progress', 'blocked') then "due_at" end), "id" desc
limit 50;
