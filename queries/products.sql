-- products.count_records
select
  (select count(*) from apps where product_id = :id) as "apps",
  (select count(*) from signals where product_id = :id and "status" in ('open', 'acknowledged', 'in-progress')) as "signals",
  (select count(*) from insights where product_id = :id and retracted_at is null) as "insights",
  (select count(*) from economics where product_id = :id and retracted_at is null) as "economics",
  (select count(*) from decisions where product_id = :id) as "decisions",
  (
    select count(*)
    from tasks
    where product_id = :id
      and "status" in ('open', 'in-progress', 'blocked')
      and (product_decision_id is null or product_decision_id <> all (:outside_decisions::bigint[]))
  ) as "tasks";

-- products.critical_signals
select "id", "title"
from "signals"
where "product_id" = :product_id and "severity" = 'critical' and "status" in ('open', 'acknowledged', 'in-progress')
order by "id" desc
limit 5;

-- products.imported
select
  "products"."id", "products"."slug", "directions"."slug" as "direction_slug", "products"."name",
  "products"."portfolio_status", "products"."product_focus", "products"."summary", "products"."is_revenue_generating",
  "products"."is_favorite", "products"."monetization_model", "products"."health_state", "products"."health_summary",
  "products"."risk_summary", "products"."growth_chance", "products"."next_step"
from "products" inner join "directions" on "directions"."id" = "products"."direction_id"
where (products.slug = any (:slugs::text[]) or lower(products.name) in (select lower(name) from unnest(:names::text[]) as name));

-- products.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."slug", "record"."direction_id", "record"."name",
  "record"."portfolio_status", "record"."product_focus", "record"."summary", "record"."is_revenue_generating",
  "record"."is_favorite", "record"."monetization_model", "record"."health_state", "record"."health_summary",
  "record"."risk_summary", "record"."growth_chance", "record"."next_step", direction.slug as "direction_slug",
  json_build_object('id', direction.id, 'slug', direction.slug, 'name', direction.name) as "direction",
  (select count(*) from apps where product_id = record.id) as "apps_count",
  (select count(*) from signals where product_id = record.id and "status" in ('open', 'acknowledged', 'in-progress')) as "open_signals_count"
from "products" as "record" left join "directions" as "direction" on "direction"."id" = "record"."direction_id"
where (
    record.direction_id = coalesce((select id from directions where slug = :direction_slug), (select direction_id from direction_aliases where slug = :direction_slug))
    and record.name ilike :name
  )
order by "record"."id" desc
limit 26;

-- products.names
select
  "slug", "name",
  case
    when lower(products.name) in (select lower(name) from products group by lower(name) having count(*) > 1) then (
      select name
      from directions
      where id = products.direction_id
    )
  end as "direction"
from "products"
where slug = any (:slugs::text[]);

-- products.similar_names
select
  (
    select coalesce(json_agg(item), '[]')
    from (
        select
          kind, id, slug, title, status, place,
          max(
            (similarity (found.name, sought.name) + greatest(strict_word_similarity (found.name, sought.name), strict_word_similarity (sought.name, found.name))) / 2
          ) as score
        from (select search_text (name) as name from unnest(:names::text[]) as name) as sought
          cross join lateral (
            select
              'product' as kind, record.id, record.slug, record.name as title,
              record."portfolio_status" as status, (select 'direction:' || slug from directions where id = record.direction_id) as place,
              search_text (record."name") as name
            from "products" as record
            where search_text (record."name") % sought.name
            union all
            select
              'app' as kind, record.id, record.slug, record.name as title, record."implementation_status" as status,
              coalesce(
                (select 'product:' || slug from products where id = record.product_id),
                (select 'direction:' || slug from directions where id = record.direction_id)
              ) as place,
              search_text (record."name") as name
            from "apps" as record
            where search_text (record."name") % sought.name
            union all
            select
              'app' as kind, record.id, record.slug, record.name as title, record."implementation_status" as status,
              coalesce(
                (select 'product:' || slug from products where id = record.product_id),
                (select 'direction:' || slug from directions where id = record.direction_id)
              ) as place,
              search_text (record."product_candidate_name") as name
            from "apps" as record
            where search_text (record."product_candidate_name") % sought.name
            union all
            select
              'proposal', record.id, null, record.title, 'proposed',
              coalesce(
                (select 'product:' || slug from products where id = record.product_id),
                (select 'direction:' || slug from directions where id = record.direction_id)
              ),
              proposed.name
            from (
                select
                  waiting.id, target ->> 'title' as title,
                  target -> 'changes' as changes, (target -> 'changes' -> 'product_id' ->> 'to')::bigint as "product_id",
                  (target -> 'changes' -> 'direction_id' ->> 'to')::bigint as "direction_id",
                  (target -> 'changes' -> 'app_id' ->> 'to')::bigint as "app_id"
                from (
                    (
                      select id, targets
                      from proposals as record
                      where (record.status = 'pending' and record.expires_at > now()) and kind = 'product'
                      order by id desc
                      limit 200
                    )
                    union all
                    (
                      select id, targets
                      from proposals as record
                      where (record.status = 'pending' and record.expires_at > now()) and kind is null
                      order by id desc
                      limit 50
                    )
                  ) as waiting
                  cross join lateral jsonb_array_elements(targets) as target
                where target ->> 'kind' = 'product' and target ->> 'id' is null
              ) as record
              cross join lateral (
                select search_text (name) as name
                from (values ((changes -> 'name' ->> 'to')), ((changes -> 'product_candidate_name' ->> 'to'))) as named (name)
              ) as proposed
            where proposed.name % sought.name
            union all
            select
              'proposal', record.id, null, record.title, 'proposed',
              coalesce(
                (select 'product:' || slug from products where id = record.product_id),
                (select 'direction:' || slug from directions where id = record.direction_id)
              ),
              proposed.name
            from (
                select
                  waiting.id, target ->> 'title' as title,
                  target -> 'changes' as changes, (target -> 'changes' -> 'product_id' ->> 'to')::bigint as "product_id",
                  (target -> 'changes' -> 'direction_id' ->> 'to')::bigint as "direction_id",
                  (target -> 'changes' -> 'app_id' ->> 'to')::bigint as "app_id"
                from (
                    (
                      select id, targets
                      from proposals as record
                      where (record.status = 'pending' and record.expires_at > now()) and kind = 'app'
                      order by id desc
                      limit 200
                    )
                    union all
                    (
                      select id, targets
                      from proposals as record
                      where (record.status = 'pending' and record.expires_at > now()) and kind is null
                      order by id desc
                      limit 50
                    )
                  ) as waiting
                  cross join lateral jsonb_array_elements(targets) as target
                where target ->> 'kind' = 'app' and target ->> 'id' is null
              ) as record
              cross join lateral (
                select search_text (name) as name
                from (values ((changes -> 'name' ->> 'to')), ((changes -> 'product_candidate_name' ->> 'to'))) as named (name)
              ) as proposed
            where proposed.name % sought.name
          ) as found
        group by kind, id, slug, title, status, place
      ) as item
  ) as similar,
  (
    select coalesce(json_agg(item), '[]')
    from (
        select id, title, severity, status
        from (
            (
              select id, title, severity, status, signal_type
              from signals
              where product_id = :product_id and "status" in ('open', 'acknowledged', 'in-progress') and true
              order by id desc
              limit 5
            )
          ) as signal
        order by id desc
        limit 5
      ) as item
  ) as open_here;
