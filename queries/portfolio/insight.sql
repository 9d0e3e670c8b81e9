-- portfolio/insight/read.ts: reads: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."direction_id", "record"."app_id",
  "record"."external_ref", "record"."source_layer",
  "record"."confidence_level", "record"."impact_level", "record"."title", "record"."body",
  "record"."discovered_at", "record"."retracted_at", "record"."retraction",
  case
    when record.evidence = '[]' then record.evidence
    else (
      select
        jsonb_agg(
          case
            when is_retracted (item ->> 'type', (item ->> 'id')::bigint) then item || '{"retracted": true}'
            else item
          end
          order by position
        )
      from jsonb_array_elements(record.evidence) with ordinality as listed (item, position)
    )
  end as "evidence", (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where
      id = coalesce(
        (select direction_id from products where id = record.product_id), record.direction_id
      )
  ) as "direction_slug",
  (select slug from apps where id = record.app_id) as "app_slug"
from "insights" as "record"
where (true and (true))
order by "record"."id" desc
limit 51;

-- portfolio/insight/read.ts: reads: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."direction_id", "record"."app_id",
  "record"."external_ref", "record"."source_layer",
  "record"."confidence_level", "record"."impact_level", "record"."title", "record"."body",
  "record"."discovered_at", "record"."retracted_at", "record"."retraction",
  case
    when record.evidence = '[]' then record.evidence
    else (
      select
        jsonb_agg(
          case
            when is_retracted (item ->> 'type', (item ->> 'id')::bigint) then item || '{"retracted": true}'
            else item
          end
          order by position
        )
      from jsonb_array_elements(record.evidence) with ordinality as listed (item, position)
    )
  end as "evidence", (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where
      id = coalesce(
        (select direction_id from products where id = record.product_id), record.direction_id
      )
  ) as "direction_slug",
  (select slug from apps where id = record.app_id) as "app_slug"
from "insights" as "record"
where
  (
    true
    and (
      true
      and record.product_id = (select id from products where slug = :product_slug)
      and (
        record.direction_id = coalesce(
          (select id from directions where slug = :direction_slug),
          (select direction_id from direction_aliases where slug = :direction_slug)
        )
        or record.product_id in (
          select id
          from products
          where
            direction_id = coalesce(
              (select id from directions where slug = :direction_slug),
              (select direction_id from direction_aliases where slug = :direction_slug)
            )
        )
      )
      and record.app_id = (select id from apps where slug = :app_slug)
      and record.created_at >= :since::timestamp at time zone 'UTC'
      and record.title ilike :q
    )
    and record.source_layer = :source_layer
    and record.confidence_level = :confidence_level
    and record.impact_level = :impact_level
    and record.impact_level = :severity
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- portfolio/insight/read.ts: reads: count, without filters
select count(*) as "total"
from
  (select 1 as "one" from "insights" as "record" where (true and (true)) limit 1001) as "matching";

-- portfolio/insight/read.ts: reads: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "insights" as "record"
    where
      (
        true
        and (
          true
          and record.product_id = (select id from products where slug = :product_slug)
          and (
            record.direction_id = coalesce(
              (select id from directions where slug = :direction_slug),
              (select direction_id from direction_aliases where slug = :direction_slug)
            )
            or record.product_id in (
              select id
              from products
              where
                direction_id = coalesce(
                  (select id from directions where slug = :direction_slug),
                  (select direction_id from direction_aliases where slug = :direction_slug)
                )
            )
          )
          and record.app_id = (select id from apps where slug = :app_slug)
          and record.created_at >= :since::timestamp at time zone 'UTC'
          and record.title ilike :q
        )
        and record.source_layer = :source_layer
        and record.confidence_level = :confidence_level
        and record.impact_level = :impact_level
        and record.impact_level = :severity
      )
  ) as "matching";

-- portfolio/insight/read.ts: reads: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."direction_id", "record"."app_id",
  "record"."external_ref", "record"."source_layer",
  "record"."confidence_level", "record"."impact_level", "record"."title", "record"."body",
  "record"."discovered_at", "record"."retracted_at", "record"."retraction",
  case
    when record.evidence = '[]' then record.evidence
    else (
      select
        jsonb_agg(
          case
            when is_retracted (item ->> 'type', (item ->> 'id')::bigint) then item || '{"retracted": true}'
            else item
          end
          order by position
        )
      from jsonb_array_elements(record.evidence) with ordinality as listed (item, position)
    )
  end as "evidence", (select slug from products where id = record.product_id) as "product_slug",
  (
    select slug
    from directions
    where
      id = coalesce(
        (select direction_id from products where id = record.product_id), record.direction_id
      )
  ) as "direction_slug",
  (select slug from apps where id = record.app_id) as "app_slug"
from "insights" as "record"
where
  (true and (true))
  and record.id = :id;
