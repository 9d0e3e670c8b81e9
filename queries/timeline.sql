-- timeline.product
with app as (select id, name, platform from apps where product_id = :product_id order by id limit 20),
  recent as (
    select distinct
      on (app.id, lower(latest.keyword), latest.country) app.id as app_id, app.name as app_name,
      coalesce(latest.platform, app.platform) as platform, latest.keyword, latest.country, latest.position, latest.date
    from (select id, name, platform from apps where id in (select id from app)) as app,
      lateral (select max(date) as day from keyword_positions where app_id = app.id and date >= :from::date and date <= :to::date) as last,
      lateral (
        select keyword, country, platform, position, date
        from keyword_positions
        where app_id = app.id and date > last.day - 7 and date >= :from::date and date <= :to::date and measured and true
        order by date desc, id desc
        limit 1000
      ) as latest
    order by app.id, lower(latest.keyword), latest.country, latest.date desc
  ),
  moved as materialized (
    select
      recent.*, start.position as position_before,
      start.date as date_before, case when start.date is not null then coalesce(start.position, 1001) - coalesce(recent.position, 1001) end as change
    from recent
      left join lateral (
        (
          select position, date, 1 as rank
          from keyword_positions as earlier
          where earlier.app_id = recent.app_id
            and lower(earlier.keyword) = lower(recent.keyword)
            and earlier.country = recent.country
            and earlier.measured
            and date >= :before_from::date
            and date <= :from::date
          order by date desc
          limit 1
        )
        union all
        (
          select position, date, 2
          from keyword_positions as earlier
          where earlier.app_id = recent.app_id
            and lower(earlier.keyword) = lower(recent.keyword)
            and earlier.country = recent.country
            and earlier.measured
            and date > :from::date
            and date < recent.date
          order by date
          limit 1
        )
        order by rank
        limit 1
      ) as start on start.date < recent.date
  ),
  joined as (
    select
      lower(keyword) || ', ' || country as key, min(keyword) as keyword, country, min(position) as position,
      case when bool_or(date_before is not null) then coalesce(min(position_before), 1001) - coalesce(min(position), 1001) end as change
    from moved
    group by lower(keyword) || ', ' || country, country
  ),
  chosen as (select * from joined where (key = any (:picked::text[])) order by abs(change) desc nulls last, key limit 5),
  ratings as (
    select app.id as app_id, app.name as app_name, app.platform, json_agg(json_build_object('date', date, 'rating', rating) order by date) as points
    from app join store_truth on store_truth.app_id = app.id and rating is not null and date >= :from::date and date <= :to::date
    group by app.id, app.name, app.platform
  ),
  clicked as (
    select clicks.date, sum(clicks.clicks)::bigint as clicks
    from app
      join applications on applications.app_id = app.id
      and applications.deleted_at is null
      join clicks on clicks.app_id = applications.id
      and clicks.status <> 'rejected'
      and date >= :from::date
      and date <= :to::date
    group by clicks.date
  )
select
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'keyword', keyword, 'country', country, 'position', position, 'change', change, 'points',
            (
              select json_agg(point order by point.date)
              from (
                  select date, min(keyword_positions.position) as position
                  from app
                    join keyword_positions on keyword_positions.app_id = app.id
                    and lower(keyword_positions.keyword) = lower(chosen.keyword)
                    and keyword_positions.country = chosen.country
                    and measured
                    and date >= :from::date
                    and date <= :to::date
                  group by date
                ) as point
            )
          )
          order by abs(change) desc nulls last, key
        ),
        '[]'
      )
    from chosen
  ) as keywords,
  (
    select
      coalesce(
        json_agg(
          json_build_object('keyword', keyword, 'country', country, 'position', position, 'change', change)
          order by abs(change) desc nulls last, key
        ),
        '[]'
      )
    from (select * from joined order by abs(change) desc nulls last, key limit 40) as joined
  ) as offered,
  (select coalesce(json_agg(ratings order by app_id), '[]') from ratings) as ratings,
  (
    select coalesce(json_agg(json_build_object('date', day::date, 'clicks', coalesce(clicks, 0)) order by day), '[]')
    from generate_series(:from::date, :to::date, interval '1 day') as day left join clicked on clicked.date = day::date
    where exists (select from clicked)
  ) as clicks,
  (
    select
      json_build_object(
        'total', coalesce(max(total), 0), 'items',
        coalesce(
          json_agg(
            json_build_object('id', id, 'title', title, 'signal_type', signal_type, 'severity', severity, 'first', first, 'last', last)
            order by nth
          ),
          '[]'
        )
      )
    from (
        select span.*, row_number() over (order by last is not null, degree, first desc, id desc) as nth, count(*) over () as total
        from (
            select
              id, title, signal_type, severity, (created_at at time zone :zone::text)::date as first,
              case
                when resolved_at is not null then (resolved_at at time zone :zone::text)::date
                when status = 'dismissed' then (updated_at at time zone :zone::text)::date
              end as last, array_position(array['critical', 'high', 'medium', 'low'], severity) as degree
            from signals
            where product_id = :product_id
              and (created_at at time zone :zone::text)::date <= :to::date
              and coalesce(
                case
                  when resolved_at is not null then (resolved_at at time zone :zone::text)::date
                  when status = 'dismissed' then (updated_at at time zone :zone::text)::date
                end, :to::date
              ) >= :from::date
          ) as span
        order by nth
        limit 200
      ) as span
  ) as signals,
  (
    select coalesce(json_agg(happened order by happened.date, happened.id), '[]')
    from (
        select id, title, outcome, (created_at at time zone :zone::text)::date as date
        from decisions
        where product_id = :product_id and (created_at at time zone :zone::text)::date between :from::date and :to::date
        order by id desc
        limit 200
      ) as happened
  ) as decisions,
  (
    select coalesce(json_agg(happened order by happened.date, happened.id), '[]')
    from (
        select id, title, 'created' as event, (created_at at time zone :zone::text)::date as date
        from tasks
        where product_id = :product_id and (created_at at time zone :zone::text)::date between :from::date and :to::date
        union all
        select id, title, 'done', (done_at at time zone :zone::text)::date
        from tasks
        where product_id = :product_id and status = 'done' and (done_at at time zone :zone::text)::date between :from::date and :to::date
        order by date desc, id desc
        limit 200
      ) as happened
  ) as tasks,
  (
    select coalesce(json_agg(release order by release.date, release.app_id), '[]')
    from (
        select app.id as app_id, app.name as app_name, app.platform, known.date, known.version
        from app,
          lateral (
            select date, version, lag(version) over (order by date) as before
            from store_truth
            where app_id = app.id and version is not null and date <= :to::date
          ) as known
        where known.before is distinct from known.version and known.before is not null and known.date >= :from::date
        order by known.date desc
        limit 200
      ) as release
  ) as releases,
  (
    select coalesce(json_agg(write order by write.date, write.key), '[]')
    from (
        select
          (history.created_at at time zone :zone::text)::date as date, (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) as key,
          count(*) as changes, (array_agg(history.actor order by history.id desc)) [1] as actor
        from (
            select 'product' as type, :product_id::bigint as id
            union all
            select 'app' as type, id
            from "apps"
            where product_id = :product_id
            union all
            select 'signal' as type, id
            from "signals"
            where product_id = :product_id
            union all
            select 'insight' as type, id
            from "insights"
            where product_id = :product_id
            union all
            select 'economics' as type, id
            from "economics"
            where product_id = :product_id
            union all
            select 'decision' as type, id
            from "decisions"
            where product_id = :product_id
            union all
            select 'task' as type, id
            from "tasks"
            where product_id = :product_id
            union all
            select 'canon_rule' as type, id
            from "canon_rules"
            where product_id = :product_id
          ) as record
          join history on history.record_type = record.type
          and history.record_id = record.id
        where (("actor" ->> 'type') in ('portfolio_token', 'env_token', 'llm_key', 'bot'))
          and (
            "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
          )
          and (history.created_at at time zone :zone::text)::date between :from::date and :to::date
        group by 1, 2
        order by 1 desc
        limit 400
      ) as write
  ) as writes;
