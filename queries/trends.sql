-- trends.of_metric
with app as materialized (select id, slug, name, platform from apps where (product_id = (select id from products where slug = :product_slug))),
  days as materialized (
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
  ),
  summed as (
    select app_id, sum(clicks)::bigint as clicks, sum(clicks_before)::bigint as clicks_before
    from sums join applications on applications.id = sums.key::bigint and deleted_at is null
    where (clicks > 0 or clicks_before > 0) and app_id in (select id from app)
    group by app_id
  ),
  begun as materialized (
    select
      *,
      (
        select min(clicked.date)
        from applications
          cross join lateral (select date from clicks where app_id = applications.id and status <> 'rejected' order by date limit 1) as clicked
        where applications.app_id = summed.app_id and deleted_at is null
      ) as first_day
    from summed
  ),
  measured as (
    select
      app_id, null::text as keyword, null::text as country, clicks as current,
      case when first_day <= :before_to::date then clicks_before end as previous, case when first_day > :before_from::date then first_day end as measured_since
    from begun
  ),
  compared as materialized (select *, current - previous as change from measured),
  largest as materialized (
    select *, row_number() over (order by abs(change) desc nulls last, app_id, keyword, country) as nth
    from compared
    order by abs(change) desc nulls last, app_id, keyword, country
    limit 50
  ),
  point as materialized (select * from unnest(:firsts::date[], :lasts::date[]) as point(first, last)),
  shown as materialized (
    select applications.id::text as key, largest.nth
    from largest join applications on applications.app_id = largest.app_id and deleted_at is null
  ),
  shown_months as materialized (
    select
      shown.key, months.month,
      (select clicks from click_months where month = months.month and dimension = 'application' and key = shown.key) as clicks
    from "shown" as shown cross join (select distinct month from days where is_current) as months
  ),
  shown_days as materialized (
    select key, date, clicks
    from raw
    where key in (select key from "shown")
    union all
    select stored.key, days.date, stored.clicks[days.nth] - coalesce(stored.clicks[days.nth - 1], 0) as clicks
    from shown_months as stored join days on days.month = stored.month
    where days.is_current and days.date not in (select date from raw_days)
  ),
  day_of_point as materialized (select first, day::date as date from point cross join generate_series(first, last, interval '1 day') as day),
  clicked as materialized (
    select nth, first, sum(clicks)::bigint as clicks
    from shown join shown_days using (key) join day_of_point using (date)
    group by nth, first
  ),
  valued as (
    select nth, first, last, case when measured_since is null or last >= measured_since then coalesce(clicks, 0) end as value
    from largest cross join point left join clicked using (nth, first)
  ),
  plotted as materialized (
    select nth, json_agg(json_build_object('from', first, 'to', last, 'value', value) order by first) as points
    from valued
    group by nth
  )
select
  (select count(*) from compared) as total, (select count(*) from compared where change <> 0) as changed,
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'metric', 'clicks', 'app_slug', app.slug, 'name', app.name, 'platform', app.platform,
            'keyword', keyword, 'country', country, 'current', current, 'previous', previous,
            'change', change, 'change_percent', round((100.0 * change / nullif(previous, 0))::numeric, 1),
            'measured_since', measured_since, 'points', coalesce(points, '[]')
          )
          order by nth
        ),
        '[]'
      )
    from largest join app on app.id = largest.app_id left join plotted using (nth)
  ) as trends;
