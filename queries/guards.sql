-- guards.active
select "id", "title", "product_id", "direction_id", "guard_message", "guard_when" as "guard_when", "guard_effect" as "guard_effect"
from "canon_rules"
where (guard_when is not null and (status = 'active' and approved_by is not null))
order by "id";

-- guards.failing
select "id", "title", "guard_failed_at" as "failed_at", "guard_failure" as "failure"
from "canon_rules"
where (guard_failed_at is not null and (status = 'active' and approved_by is not null))
order by "id";

-- guards.places
select
  direction.id as direction_id,
  case
    when "product"."id" is not null then json_build_object(
      'slug', "product"."slug", 'portfolio_status', "product"."portfolio_status",
      'product_focus', "product"."product_focus", 'is_revenue_generating', "product"."is_revenue_generating", 'health_state', "product"."health_state"
    )
  end as product,
  case when "direction"."id" is not null then json_build_object('slug', "direction"."slug", 'status', "direction"."status") end as direction,
  case
    when "app"."id" is not null then json_build_object(
      'slug', "app"."slug", 'platform', "app"."platform",
      'implementation_status', "app"."implementation_status", 'product_binding_status', "app"."product_binding_status"
    )
  end as app
from unnest(:product_ids::bigint[], :direction_ids::bigint[], :app_ids::bigint[]) with ordinality as given (product_id, direction_id, app_id, position)
  left join products as product on product.id = given.product_id
  left join directions as direction on direction.id = coalesce(given.direction_id, product.direction_id)
  left join apps as app on app.id = given.app_id
order by position;
