-- map.compare
with wanted as materialized (
    select products.id, min(key.place) as place
    from unnest(:keys::text[]) with ordinality as key (text, place)
      join products on products.slug = key.text
      or products.id = substring(key.text from '^[0-9]{1,18}$')::bigint
    group by products.id
  ),
  daily as materialized (
    select apps.product_id, clicks.date, sum(clicks.clicks)::bigint as clicks
    from clicks
      join applications on applications.id = clicks.app_id
      and applications.deleted_at is null
      join apps on apps.id = applications.app_id
      and apps.product_id in (select id from wanted)
    where clicks.date >= :before_from::date and clicks.date <= :to::date and clicks.status <> 'rejected'
    group by apps.product_id, clicks.date
  )
select
  product.id, product.slug, product.name, product.portfolio_status,
  product.product_focus, product.health_state, product.next_step, json_build_object('id', direction.id, 'name', direction.name) as direction,
  (
    select
      json_build_object(
        'current', coalesce(sum(daily.clicks) filter (where date >= :from::date), 0),
        'previous', coalesce(sum(daily.clicks) filter (where date <= :before_to::date), 0)
      )
    from daily
    where product_id = product.id
    having count(*) > 0
  ) as clicks,
  (
    select coalesce(json_agg(item), '[]')
    from (
        select day::date as date, coalesce(daily.clicks, 0) as clicks
        from generate_series(:from::date, :to::date, interval '1 day') as day left join daily on daily.date = day::date and daily.product_id = product.id
        where exists (select from daily where product_id = product.id)
        order by day
      ) as item
  ) as click_days,
  (
    select coalesce(json_agg(item), '[]')
    from (
        select
          id, name, platform, implementation_status,
          (
            select
              json_build_object('date', date, 'version', version, 'rating', rating, 'ratings_count', ratings_count, 'installs_band', installs_band, 'price', price, 'status', status)
            from store_truth
            where app_id = app.id
            order by date desc
            limit 1
          ) as truth
        from apps as app
        where product_id = product.id
        order by id
        limit 20
      ) as item
  ) as apps,
  (
    select coalesce(json_agg(item), '[]')
    from (
        select severity, signal_type, count(*) as count
        from signals
        where product_id = product.id and "status" in ('open', 'acknowledged', 'in-progress')
        group by severity, signal_type
      ) as item
  ) as signals,
  (
    select coalesce(json_agg(item), '[]')
    from (
        select id, title, signal_type, severity
        from signals
        where product_id = product.id and "status" in ('open', 'acknowledged', 'in-progress')
        order by (signal_type = 'growth-point'), array_position(array['critical', 'high', 'medium', 'low'], severity), id
        limit 5
      ) as item
  ) as worst,
  (
    select coalesce(json_agg(item), '[]')
    from (
        select keyword, country, position, date, platform
        from (
            select distinct
              on (app.id, lower(keyword), country) keyword, country, position, recent.date, app.platform
            from (select id, platform from apps where product_id = product.id order by id limit 20) as app,
              lateral (select max(date) as day from keyword_positions where app_id = app.id) as last,
              lateral (
                select keyword, country, position, date
                from keyword_positions
                where app_id = app.id and date > last.day - 7
                order by date desc, id desc
                limit 1000
              ) as recent
            order by app.id, lower(keyword), country, recent.date desc
          ) as latest
        where position is not null
        order by position, keyword, country
        limit 5
      ) as item
  ) as keywords,
  (
    select coalesce(json_agg(item), '[]')
    from (
        select
          id, title,
          case when record.product_id is not null then 'product' when record.direction_id is not null then 'direction' else 'portfolio' end as scope,
          (status = 'active' and approved_by is not null) as trusted
        from canon_rules as record
        where status = 'active' and (product_id is null or product_id = product.id) and (direction_id is null or direction_id = product.direction_id)
        order by (status = 'active' and approved_by is not null) desc, id desc
        limit 50
      ) as item
  ) as rules,
  json_build_object(
    'total', (select count(*) from "decisions" where product_id = product.id and status = 'active'), 'items',
    (
      select coalesce(json_agg(item), '[]')
      from (
          select id, title, decision_type, review_at, (status = 'active' and review_at < :today::date) as overdue
          from "decisions"
          where product_id = product.id and status = 'active'
          order by (case when "status" = 'active' then "review_at" end), "id" desc
          limit 5
        ) as item
    )
  ) as decisions,
  json_build_object(
    'total', (select count(*) from "tasks" where product_id = product.id and "status" in ('open', 'in-progress', 'blocked')), 'items',
    (
      select coalesce(json_agg(item), '[]')
      from (
          select id, title, priority, due_at, ("status" in ('open', 'in-progress', 'blocked') and due_at < :today::date) as overdue
          from "tasks"
          where product_id = product.id and "status" in ('open', 'in-progress', 'blocked')
          order by (
              case when "status" in ('open', 'in-progress', 'blocked') then array_position('{low,medium,high,critical}'::text[], "priority") end
            ) desc nulls last,
            (case when "status" in ('open', 'in-progress', 'blocked') then "due_at" end), "id" desc
          limit 5
        ) as item
    )
  ) as tasks
from wanted join products as product on product.id = wanted.id join directions as direction on direction.id = product.direction_id
order by wanted.place;

-- map.product_head
select
  (
    select json_build_object('id', id, 'title', title, 'signal_type', signal_type, 'severity', severity)
    from signals
    where product_id = :product_id and "status" in ('open', 'acknowledged', 'in-progress')
    order by (signal_type = 'growth-point'), array_position(array['critical', 'high', 'medium', 'low'], severity), id
    limit 1
  ) as worst,
  (
    select coalesce(json_agg(owner), '[]')
    from (
        select distinct
          users.id, users.name
        from apps
          join applications on applications.app_id = apps.id
          and applications.deleted_at is null
          join users on users.id = applications.owner_id
          and users.status <> 'blocked'
        where apps.product_id = :product_id
        order by users.name, users.id
        limit 5
      ) as owner
  ) as owners;

-- map.products
with days as materialized (
    select day::date as date, date_trunc('month', day)::date as month, extract(day from day)::int as nth, day >= :from::date as is_current
    from generate_series(:before_from::date, :to::date, interval '1 day') as day
    where day >= :before_from::date and day <= :to::date and (day <= :before_to::date or day >= :from::date)
  ),
  raw_days as materialized (
    select distinct
      date
    from changed_click_days
    where date >= :before_from::date and date <= :to::date and (date <= :before_to::date or date >= :from::date)
  ),
  raw as materialized (
    select record.date, record."app_id"::text as key, sum(record.clicks) as clicks
    from clicks as record
    where record.date >= :before_from::date
      and record.date <= :to::date
      and (record.date <= :before_to::date or record.date >= :from::date)
      and record.date = any (array(select date from raw_days))
      and record.status <> 'rejected'
    group by record.date, record."app_id"
  ),
  spans as materialized (
    select month, is_current, min(nth) as first, max(nth) as last
    from (
        select *, nth - row_number() over (partition by month, is_current order by nth) as island
        from days
        where date not in (select date from raw_days)
      ) as days
    group by month, is_current, island
  ),
  parts as not materialized (
    select stored.key, spans.is_current, stored.clicks[spans.last] - coalesce(stored.clicks[spans.first - 1], 0) as clicks
    from spans
      join click_months as stored on stored.month = spans.month
      and stored.dimension = 'application'
      and stored.month >= date_trunc('month', :before_from::date)
      and stored.month <= :to::date
    union all
    select key, date >= :from::date, clicks
    from raw
  ),
  sums as materialized (
    select
      key, coalesce(sum(clicks) filter (where is_current), 0)::bigint as clicks,
      coalesce(sum(clicks) filter (where not is_current), 0)::bigint as clicks_before
    from parts
    group by key
  )
select
  product.id, product.slug, product.name, product.portfolio_status,
  product.is_favorite, json_build_object('id', direction.id, 'slug', direction.slug, 'name', direction.name) as direction,
  coalesce(signal.unresolved, 0) as unresolved,
  case
    when worst.id is not null then json_build_object('id', worst.id, 'title', worst.title, 'signal_type', worst.signal_type, 'severity', worst.severity)
  end as worst, case when click.product_id is not null then json_build_object('current', click.current, 'previous', click.previous) end as clicks,
  coalesce(installed.installs, '[]') as installs, coalesce(task.count, 0) as overdue_tasks, coalesce(review.count, 0) as overdue_reviews
from products as product
  join directions as direction on direction.id = product.direction_id
  left join (
    select
      product_id, count(*) as unresolved,
      min(
        (
          (
            (
              case signal_type
                when 'growth-point' then 4
                else 0
              end + array_position(array['critical', 'high', 'medium', 'low'], severity)
            )::bigint << 48
          ) + id
        )
      ) & ((1::bigint << 48) - 1) as worst_id
    from signals
    where "status" in ('open', 'acknowledged', 'in-progress') and product_id is not null
    group by product_id
  ) as signal on signal.product_id = product.id
  left join signals as worst on worst.id = signal.worst_id
  left join (
    select
      linked.product_id, coalesce(sum(parts.clicks) filter (where is_current), 0)::bigint as current,
      coalesce(sum(parts.clicks) filter (where not is_current), 0)::bigint as previous
    from parts
      join (
        select applications.id::text as key, apps.product_id
        from applications join apps on apps.id = applications.app_id
        where applications.deleted_at is null
      ) as linked on linked.key = parts.key
    group by linked.product_id
  ) as click on click.product_id = product.id
  left join (
    select product_id, json_agg(installs_band order by apps.id) as installs
    from apps
      cross join lateral (
        select installs_band
        from store_truth
        where app_id = apps.id and installs_band is not null
        order by date desc
        limit 1
      ) as latest
    group by product_id
  ) as installed on installed.product_id = product.id
  left join (
    select product_id, count(*) as count
    from "tasks"
    where ("status" in ('open', 'in-progress', 'blocked') and due_at < :today::date)
    group by product_id
  ) as task on task.product_id = product.id
  left join (
    select product_id, count(*) as count
    from "decisions"
    where (status = 'active' and review_at < :today::date)
    group by product_id
  ) as review on review.product_id = product.id
order by direction.id, product.name, product.id;
