-- insights.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."product_id", "record"."direction_id", "record"."app_id",
  "record"."external_ref", "record"."source_layer", "record"."confidence_level", "record"."impact_level",
  "record"."title", "record"."body", "record"."discovered_at", "record"."retracted_at", "record"."retraction",
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
  (select slug from apps where id = record.app_id) as "app_slug"
from "insights" as "record"
where ((record.app_id = (select id from apps where slug = :app_slug) and true and record.title ilike :q))
order by "record"."id" desc
limit 26;
