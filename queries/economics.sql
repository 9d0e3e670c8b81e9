-- economics.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."direction_id", "record"."external_ref",
  "record"."economics_status", "record"."confidence_level", "record"."title", "record"."period_start",
  "record"."period_end", "record"."acquisition_summary", "record"."behavior_summary", "record"."store_confirmation_summary",
  "record"."roi_summary", "record"."conclusion", "record"."retracted_at", "record"."retraction",
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
  end as "evidence",
  (
    select slug
    from directions
    where id = coalesce((select direction_id from products where id = record.product_id), record.direction_id)
  ) as "direction_slug",
  (select slug from products where id = record.product_id) as "product_slug"
from "economics" as "record"
where ((record.product_id = (select id from products where slug = :product_slug) and record.created_at >= :since::timestamp at time zone 'UTC' and true))
order by "record"."id" desc
limit 26;

-- economics.overlapping
select
  (
    select coalesce(json_agg(item), '[]')
    from (
        select
          'economics' as kind, record.id, null as slug, record.title, record.economics_status as status,
          (least(record.period_end, :period_end::date) - greatest(record.period_start, :period_start::date) + 1)::float8 / (greatest(record.period_end, :period_end::date) - least(record.period_start, :period_start::date) + 1) as score,
          coalesce(
            (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          ) as place
        from (
            (
              select "id", "title", "economics_status", "period_start", "period_end", "retracted_at", "product_id", "direction_id"
              from "economics"
              where product_id = :product_id
              order by id desc
              limit 2000
            )
            union all
            (
              select "id", "title", "economics_status", "period_start", "period_end", "retracted_at", "product_id", "direction_id"
              from "economics"
              where direction_id = (select direction_id from products where id = :product_id)
              order by id desc
              limit 2000
            )
          ) as record
        where record.period_start <= :period_end::date and record.period_end >= :period_start::date and record.retracted_at is null
        union all
        select
          'proposal', record.id, null, record.title, 'proposed',
          (least(record.period_end, :period_end::date) - greatest(record.period_start, :period_start::date) + 1)::float8 / (greatest(record.period_end, :period_end::date) - least(record.period_start, :period_start::date) + 1),
          coalesce(
            (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          )
        from (
            select *, (changes -> 'period_start' ->> 'to')::date as period_start, (changes -> 'period_end' ->> 'to')::date as period_end
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
                      where (record.status = 'pending' and record.expires_at > now()) and kind = 'economics'
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
                where target ->> 'kind' = 'economics' and target ->> 'id' is null
              ) as proposed
          ) as record
        where record.period_start <= :period_end::date
          and record.period_end >= :period_start::date
          and (product_id = :product_id or direction_id = (select direction_id from products where id = :product_id))
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
