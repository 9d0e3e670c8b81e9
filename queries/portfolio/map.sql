-- portfolio/map/read.ts: selectMap, without filters
select
  product.id, product.slug, product.name, product.portfolio_status, product.is_favorite,
  json_build_object('id', direction.id, 'slug', direction.slug, 'name', direction.name) as direction,
  coalesce(signal.unresolved, 0) as unresolved, signal.worst,
  case
    when click.product_id is not null then json_build_object('current', click.current, 'previous', click.previous)
  end as clicks, coalesce(installed.installs, '[]') as installs,
  coalesce(task.count, 0) as overdue_tasks, coalesce(review.count, 0) as overdue_reviews
from
  products as product
  join directions as direction on direction.id = product.direction_id
  left join (
    select
      product_id, count(*) as unresolved,
      (
        array_agg(
          json_build_object('id', id, 'title', title, 'signal_type', signal_type, 'severity', severity)
          order by
            (signal_type = 'growth-point'),
            array_position(array['critical', 'high', 'medium', 'low'], severity), id
        )
      ) [1] as worst
    from signals
    where
      "status" in ('open', 'acknowledged', 'in-progress')
      and product_id is not null
    group by product_id
  ) as signal on signal.product_id = product.id
  left join (
    select
      apps.product_id,
      coalesce(sum(clicks.clicks) filter (where date > :today::date - 28), 0) as current,
      coalesce(sum(clicks.clicks) filter (where date <= :today::date - 28), 0) as previous
    from
      clicks
      join applications on applications.id = clicks.app_id
      and applications.deleted_at is null
      join apps on apps.id = applications.app_id
    where
      date > :today::date - 56
      and date <= :today::date
      and clicks.status <> 'rejected'
    group by apps.product_id
  ) as click on click.product_id = product.id
  left join (
    select product_id, json_agg(installs_band order by apps.id) as installs
    from
      apps
      cross join lateral (
        select installs_band
        from store_truth
        where
          app_id = apps.id
          and installs_band is not null
        order by date desc
        limit 1
      ) as latest
    group by product_id
  ) as installed on installed.product_id = product.id
  left join (
    select product_id, count(*) as count
    from "tasks"
    where
      ("status" in ('open', 'in-progress', 'blocked') and due_at < (now() at time zone 'UTC')::date)
    group by product_id
  ) as task on task.product_id = product.id
  left join (
    select product_id, count(*) as count
    from "decisions"
    where (status = 'active' and review_at < (now() at time zone 'UTC')::date)
    group by product_id
  ) as review on review.product_id = product.id
order by direction.id, product.name, product.id;

-- portfolio/map/read.ts: selectMap, with all filters
select
  product.id, product.slug, product.name, product.portfolio_status, product.is_favorite,
  json_build_object('id', direction.id, 'slug', direction.slug, 'name', direction.name) as direction,
  coalesce(signal.unresolved, 0) as unresolved, signal.worst,
  case
    when click.product_id is not null then json_build_object('current', click.current, 'previous', click.previous)
  end as clicks, coalesce(installed.installs, '[]') as installs,
  coalesce(task.count, 0) as overdue_tasks, coalesce(review.count, 0) as overdue_reviews
from
  products as product
  join directions as direction on direction.id = product.direction_id
  left join (
    select
      product_id, count(*) as unresolved,
      (
        array_agg(
          json_build_object('id', id, 'title', title, 'signal_type', signal_type, 'severity', severity)
          order by
            (signal_type = 'growth-point'),
            array_position(array['critical', 'high', 'medium', 'low'], severity), id
        )
      ) [1] as worst
    from signals
    where
      "status" in ('open', 'acknowledged', 'in-progress')
      and product_id is not null
    group by product_id
  ) as signal on signal.product_id = product.id
  left join (
    select
      apps.product_id,
      coalesce(sum(clicks.clicks) filter (where date > :today::date - 28), 0) as current,
      coalesce(sum(clicks.clicks) filter (where date <= :today::date - 28), 0) as previous
    from
      clicks
      join applications on applications.id = clicks.app_id
      and applications.deleted_at is null
      join apps on apps.id = applications.app_id
    where
      date > :today::date - 56
      and date <= :today::date
      and clicks.status <> 'rejected'
    group by apps.product_id
  ) as click on click.product_id = product.id
  left join (
    select product_id, json_agg(installs_band order by apps.id) as installs
    from
      apps
      cross join lateral (
        select installs_band
        from store_truth
        where
          app_id = apps.id
          and installs_band is not null
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
