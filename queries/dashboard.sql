-- dashboard.attention
with weeks as (
    select
      app_id, coalesce(sum(clicks) filter (where date > :today::date - 7), 0) as current,
      coalesce(sum(clicks) filter (where date <= :today::date - 7), 0) as previous
    from clicks
    where date > :today::date - 14 and date <= :today::date and status <> 'rejected'
    group by app_id
  )
select *
from (
    (
      select *
      from (
          select
            'application_without_owner' as type, 'low' as severity,
            null::json as facts, json_build_object('type', 'application', 'id', record.id, 'name', record.name) as entity, record.created_at as since
          from applications as record
          where record.deleted_at is null
            and record.status <> 'archived'
            and ("record"."owner_id" is null or "record"."owner_id" in (select id from users where status = 'blocked'))
        ) as item (type, severity, facts, entity, since)
      order by array_position(array['critical', 'high', 'medium', 'low'], severity), since, (entity ->> 'id')::bigint
      limit 50
    )
    union all
    (
      select *
      from (
          select 'application_without_clicks', 'high', null, json_build_object('type', 'application', 'id', record.id, 'name', record.name), since
          from (
              select
                record.id, record.name,
                coalesce(
                  (select max(date) from clicks where app_id = record.id and clicks > 0 and status <> 'rejected')::timestamp at time zone 'utc',
                  record.created_at
                ) as since
              from applications as record left join weeks on weeks.app_id = record.id
              where record.deleted_at is null and record.status = 'active' and coalesce(weeks.current, 0) = 0
              order by since, record.id
              limit 50
            ) as record
        ) as item (type, severity, facts, entity, since)
      order by array_position(array['critical', 'high', 'medium', 'low'], severity), since, (entity ->> 'id')::bigint
      limit 50
    )
    union all
    (
      select *
      from (
          select
            'clicks_drop', case when current <= previous * 0.4 then 'critical' else 'high' end,
            json_build_object('percent', round(100 - current * 100.0 / previous)),
            json_build_object('type', 'application', 'id', record.id, 'name', record.name), (:today::date - 7)::timestamp at time zone 'utc' as since
          from applications as record left join weeks on weeks.app_id = record.id
          where record.deleted_at is null and record.status = 'active' and (previous > 0 and current * 100 <= previous * 70)
        ) as item (type, severity, facts, entity, since)
      order by array_position(array['critical', 'high', 'medium', 'low'], severity), since, (entity ->> 'id')::bigint
      limit 50
    )
    union all
    (
      select *
      from (
          select
            'strategy_overdue', 'medium',
            json_build_object('ends_on', record.ends_on), json_build_object('type', 'strategy', 'id', record.id, 'name', record.name),
            record.ends_on::timestamp at time zone 'utc' as since
          from strategies as record
          where record.deleted_at is null and record.status = 'active' and record.ends_on < :today::date
        ) as item (type, severity, facts, entity, since)
      order by array_position(array['critical', 'high', 'medium', 'low'], severity), since, (entity ->> 'id')::bigint
      limit 50
    )
    union all
    (
      select *
      from (
          select
            'clicks_rejected', 'medium',
            json_build_object('clicks', sum(clicks.clicks)), json_build_object('type', 'application', 'id', record.id, 'name', record.name),
            min(clicks.date)::timestamp at time zone 'utc' as since
          from clicks join applications as record on record.id = clicks.app_id
          where clicks.status = 'rejected' and clicks.date > :today::date - 7 and clicks.date <= :today::date and record.deleted_at is null
          group by record.id
        ) as item (type, severity, facts, entity, since)
      order by array_position(array['critical', 'high', 'medium', 'low'], severity), since, (entity ->> 'id')::bigint
      limit 50
    )
  ) as item
order by array_position(array['critical', 'high', 'medium', 'low'], severity), since, (entity ->> 'id')::bigint
limit 50;

-- dashboard.attention_count
with weeks as (
    select
      app_id, coalesce(sum(clicks) filter (where date > :today::date - 7), 0) as current,
      coalesce(sum(clicks) filter (where date <= :today::date - 7), 0) as previous
    from clicks
    where date > :today::date - 14 and date <= :today::date and status <> 'rejected'
    group by app_id
  )
select count(*) as total
from (
    (
      select
        'application_without_owner' as type, 'low' as severity,
        null::json as facts, json_build_object('type', 'application', 'id', record.id, 'name', record.name) as entity, record.created_at as since
      from applications as record
      where record.deleted_at is null
        and record.status <> 'archived'
        and ("record"."owner_id" is null or "record"."owner_id" in (select id from users where status = 'blocked'))
    )
    union all
    (
      select 'application_without_clicks', 'high', null, json_build_object('type', 'application', 'id', record.id, 'name', record.name), since
      from (
          select
            record.id, record.name,
            coalesce(
              (select max(date) from clicks where app_id = record.id and clicks > 0 and status <> 'rejected')::timestamp at time zone 'utc',
              record.created_at
            ) as since
          from applications as record left join weeks on weeks.app_id = record.id
          where record.deleted_at is null and record.status = 'active' and coalesce(weeks.current, 0) = 0
          order by since, record.id
        ) as record
    )
    union all
    (
      select
        'clicks_drop', case when current <= previous * 0.4 then 'critical' else 'high' end,
        json_build_object('percent', round(100 - current * 100.0 / previous)),
        json_build_object('type', 'application', 'id', record.id, 'name', record.name), (:today::date - 7)::timestamp at time zone 'utc' as since
      from applications as record left join weeks on weeks.app_id = record.id
      where record.deleted_at is null and record.status = 'active' and (previous > 0 and current * 100 <= previous * 70)
    )
    union all
    (
      select
        'strategy_overdue', 'medium',
        json_build_object('ends_on', record.ends_on), json_build_object('type', 'strategy', 'id', record.id, 'name', record.name),
        record.ends_on::timestamp at time zone 'utc' as since
      from strategies as record
      where record.deleted_at is null and record.status = 'active' and record.ends_on < :today::date
    )
    union all
    (
      select
        'clicks_rejected', 'medium',
        json_build_object('clicks', sum(clicks.clicks)), json_build_object('type', 'application', 'id', record.id, 'name', record.name),
        min(clicks.date)::timestamp at time zone 'utc' as since
      from clicks join applications as record on record.id = clicks.app_id
      where clicks.status = 'rejected' and clicks.date > :today::date - 7 and clicks.date <= :today::date and record.deleted_at is null
      group by record.id
    )
  ) as item (type, severity, facts, entity, since);

-- dashboard.focus
with weeks as (
    select
      app_id, coalesce(sum(clicks) filter (where date > :today::date - 7), 0) as current,
      coalesce(sum(clicks) filter (where date <= :today::date - 7), 0) as previous
    from clicks
    where date > :today::date - 14 and date <= :today::date and status <> 'rejected'
    group by app_id
  )
select type, record.name as title, lost_percent, json_build_object('type', record.entity, 'id', record.id, 'name', record.name) as entity, due_on
from (
    select *
    from (
        select
          'strategy_due' as type, 'strategy' as entity, null::integer as lost_percent, record.ends_on as due_on,
          1 as rank, record.id, record.name, coalesce(record.owner_id = :person_id::bigint, false) as own
        from strategies as record
        where record.deleted_at is null
          and record.status = 'active'
          and record.ends_on <= :today::date + 14
          and (not :is_manager::boolean or record.owner_id = :person_id::bigint)
        union all
        select
          'clicks_drop', 'application', round(100 - current * 100.0 / previous)::integer, null::date,
          2, record.id, record.name, coalesce(record.owner_id = :person_id::bigint, false) as own
        from applications as record left join weeks on weeks.app_id = record.id
        where record.deleted_at is null
          and record.status = 'active'
          and (previous > 0 and current * 100 <= previous * 70)
          and current > 0
          and (not :is_manager::boolean or record.owner_id = :person_id::bigint)
        union all
        select
          'application_without_clicks', 'application', null, null::date,
          3, record.id, record.name, coalesce(record.owner_id = :person_id::bigint, false) as own
        from applications as record left join weeks on weeks.app_id = record.id
        where record.deleted_at is null
          and record.status = 'active'
          and coalesce(weeks.current, 0) = 0
          and (not :is_manager::boolean or record.owner_id = :person_id::bigint)
      ) as item
    order by own desc, rank, due_on, id
    limit 10
  ) as record
order by own desc, rank, due_on, id;

-- dashboard.summary
select
  (
    select
      json_build_object(
        'total', count(*), 'active', count(*) filter (where status = 'active'),
        'archived', count(*) filter (where status = 'archived'), 'without_owner',
        count(*) filter (
          where ("record"."owner_id" is null or "record"."owner_id" in (select id from users where status = 'blocked')) and status <> 'archived'
        )
      )
    from "applications" as record
    where deleted_at is null
  ) as "applications",
  (
    select json_build_object('total', count(*), 'active', count(*) filter (where status = 'active'))
    from "companies" as record
    where deleted_at is null
  ) as "companies",
  (select json_build_object('total', count(*)) from "contacts" as record where deleted_at is null) as "contacts",
  (
    select json_build_object('total', count(*), 'active', count(*) filter (where status = 'active'))
    from "strategies" as record
    where deleted_at is null
  ) as "strategies",
  (
    select json_build_object('total', count(*), 'active', count(*) filter (where status = 'active'))
    from "keywords" as record
    where deleted_at is null
  ) as "keywords",
  (
    select
      json_build_object(
        'today', today, 'last_7_days', current,
        'previous_7_days', previous, 'change_percent', case when previous > 0 then round((current - previous) * 100 / previous, 1) end
      )
    from (
        select
          coalesce(sum(clicks) filter (where date = :today::date), 0) as today, coalesce(sum(clicks) filter (where date > :today::date - 7), 0) as current,
          coalesce(sum(clicks) filter (where date <= :today::date - 7), 0)::numeric as previous
        from clicks
        where date > :today::date - 14 and date <= :today::date and status <> 'rejected'
      ) as weeks
  ) as clicks,
  now() as generated_at;
