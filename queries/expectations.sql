-- expectations.days
select
  case period.metric
    when 'clicks' then (
      select coalesce(json_agg(json_build_object('date', date, 'value', value) order by date), '[]')
      from (
          select date, sum(amount) as value
          from (
              select date, clicks.clicks as amount
              from apps
                join applications on applications.app_id = apps.id
                and applications.deleted_at is null
                join clicks on clicks.app_id = applications.id
                and clicks.status <> 'rejected'
                and date between period.first and period.last
              where apps.id = period.app_id or apps.product_id = period.product_id
            ) as counted
          group by date
        ) as day
    )
    when 'rating' then (
      select coalesce(json_agg(json_build_object('date', date, 'value', value) order by date), '[]')
      from (
          select date, (array_agg(amount order by date desc)) [1] as value
          from (
              select date, rating as amount
              from store_truth
              where app_id = period.app_id and rating is not null and date between period.first and period.last
            ) as counted
          group by date
        ) as day
    )
    when 'position' then (
      select coalesce(json_agg(json_build_object('date', date, 'value', value) order by date), '[]')
      from (
          select date, percentile_cont(0.5) within group (order by "amount") as value
          from (
              select date, position as amount
              from keyword_positions
              where app_id = period.app_id
                and lower(keyword_positions.keyword) = lower(period.keyword)
                and keyword_positions.country = period.country
                and position is not null
                and date between period.first and period.last
            ) as counted
          group by date
        ) as day
    )
  end as days
from rows
from
  (jsonb_to_recordset(:periods::jsonb) as (metric text, app_id bigint, product_id bigint, keyword text, country text, first date, last date)) with ordinality as period (metric, app_id, product_id, keyword, country, first, last, nth)
order by nth;

-- expectations.measures
select (measure ->> 'value')::float8 as value, (measure ->> 'days')::int as days
from (
    select
      nth,
      case period.metric
        when 'clicks' then (
          select json_build_object('value', sum(amount), 'days', count(distinct date))
          from (
              select date, clicks.clicks as amount
              from apps
                join applications on applications.app_id = apps.id
                and applications.deleted_at is null
                join clicks on clicks.app_id = applications.id
                and clicks.status <> 'rejected'
                and date between period.first and period.last
              where apps.id = period.app_id or apps.product_id = period.product_id
            ) as counted
        )
        when 'rating' then (
          select json_build_object('value', (array_agg(amount order by date desc)) [1], 'days', count(distinct date))
          from (
              select date, rating as amount
              from store_truth
              where app_id = period.app_id and rating is not null and date between period.first and period.last
            ) as counted
        )
        when 'position' then (
          select json_build_object('value', percentile_cont(0.5) within group (order by "amount"), 'days', count(distinct date))
          from (
              select date, position as amount
              from keyword_positions
              where app_id = period.app_id
                and lower(keyword_positions.keyword) = lower(period.keyword)
                and keyword_positions.country = period.country
                and position is not null
                and date between period.first and period.last
            ) as counted
        )
      end as measure
    from rows
    from
      (jsonb_to_recordset(:periods::jsonb) as (metric text, app_id bigint, product_id bigint, keyword text, country text, first date, last date)) with ordinality as period (metric, app_id, product_id, keyword, country, first, last, nth)
  ) as measured
order by nth;
