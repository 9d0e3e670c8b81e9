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

-- guards.past_apps
select id, "slug", "platform", "implementation_status", "product_binding_status"
from apps
where id = any (:ids::bigint[]);

-- guards.past_directions
select id, "slug", "status"
from directions;

-- guards.past_entries
select id
from history
where record_type in ('direction', 'product', 'app', 'signal', 'insight', 'economics', 'decision', 'task', 'canon_rule')
  and (
    "event" not in ('note_added', 'signed_in', 'sign_in_failed', 'invited', 'linked', 'unlinked', 'connected', 'disconnected', 'claimed', 'released', 'verdict_due')
  )
  and created_at >= :since::timestamptz
order by id desc
limit 12000;

-- guards.past_products
select id, direction_id, "slug", "portfolio_status", "product_focus", "is_revenue_generating", "health_state"
from products
where id = any (:ids::bigint[]);

-- guards.past_undone
select id
from history as entry
where id = any (:ids::bigint[])
  and exists (
    select
    from history as undoing
    where (("actor" ->> 'type') = 'user' or "event" in ('retracted', 'deleted', 'restored'))
      and (
        "undoing"."record_type" = "entry"."record_type"
        and "undoing"."record_id" = "entry"."record_id"
        and "undoing"."id" > "entry"."id"
        and (
          (
            exists (
              select
              from history as creation
              where "creation"."record_type" = "entry"."record_type"
                and "creation"."record_id" = "entry"."record_id"
                and creation.id <= "entry"."id"
                and creation.event = 'created'
                and "creation"."actor" ->> 'type' = "entry"."actor" ->> 'type'
                and "creation"."actor" ->> 'id' is not distinct from "entry"."actor" ->> 'id'
            )
            and (
              "undoing"."event" in ('retracted', 'deleted')
              or (
                "undoing"."actor" ->> 'type' = 'user'
                and (
                  ("undoing"."record_type" = 'product' and "undoing"."changes" #>> '{portfolio_status,to}' = 'archived')
                  or ("undoing"."record_type" = 'app' and "undoing"."changes" #>> '{implementation_status,to}' = 'retired')
                  or ("undoing"."record_type" = 'signal' and "undoing"."changes" #>> '{status,to}' = 'dismissed')
                  or ("undoing"."record_type" = 'decision' and "undoing"."changes" #>> '{status,to}' = 'cancelled')
                  or ("undoing"."record_type" = 'task' and "undoing"."changes" #>> '{status,to}' = 'cancelled')
                  or ("undoing"."record_type" = 'canon_rule' and "undoing"."changes" #>> '{status,to}' = 'archived')
                )
              )
            )
            and not exists (
              select
              from history as again
              where "again"."record_type" = "entry"."record_type"
                and "again"."record_id" = "entry"."record_id"
                and again.id > "undoing"."id"
                and (
                  again.event = 'restored'
                  or (
                    "again"."actor" ->> 'type' = 'user'
                    and (
                      ("again"."record_type" = 'product' and "again"."changes" #>> '{portfolio_status,from}' = 'archived')
                      or ("again"."record_type" = 'app' and "again"."changes" #>> '{implementation_status,from}' = 'retired')
                      or ("again"."record_type" = 'signal' and "again"."changes" #>> '{status,from}' = 'dismissed')
                      or ("again"."record_type" = 'decision' and "again"."changes" #>> '{status,from}' = 'cancelled')
                      or ("again"."record_type" = 'task' and "again"."changes" #>> '{status,from}' = 'cancelled')
                      or ("again"."record_type" = 'canon_rule' and "again"."changes" #>> '{status,from}' = 'archived')
                    )
                  )
                )
            )
          )
          or (("entry"."event", "undoing"."event") in (('deleted', 'restored'), ('restored', 'deleted')))
          or (
            "entry"."event" <> 'created'
            and "undoing"."actor" ->> 'type' = 'user'
            and exists (
              select
              from jsonb_each("entry"."changes") as was (name, value) join jsonb_each("undoing"."changes") as back (name, value) using (name)
              where back.value -> 'to' <> was.value -> 'to'
                and (
                  back.value -> 'to' = was.value -> 'from'
                  or exists (
                    select
                    from history as first
                    where "first"."record_type" = "entry"."record_type"
                      and "first"."record_id" = "entry"."record_id"
                      and first.id < "entry"."id"
                      and first.event <> 'created'
                      and "first"."actor" ->> 'type' = "entry"."actor" ->> 'type'
                      and "first"."actor" ->> 'id' is not distinct from "entry"."actor" ->> 'id'
                      and first.changes -> name -> 'from' = back.value -> 'to'
                      and not exists (
                        select
                        from history as other
                        where "other"."record_type" = "entry"."record_type"
                          and "other"."record_id" = "entry"."record_id"
                          and other.id > first.id
                          and other.id < "entry"."id"
                          and other.changes ? name
                          and not (
                            "other"."actor" ->> 'type' = "entry"."actor" ->> 'type'
                            and "other"."actor" ->> 'id' is not distinct from "entry"."actor" ->> 'id'
                          )
                      )
                  )
                )
                and not exists (
                  select
                  from history as between
                  where "between"."record_type" = "entry"."record_type"
                    and "between"."record_id" = "entry"."record_id"
                    and between.id > "entry"."id"
                    and between.id < "undoing"."id"
                    and between.changes -> name -> 'to' = back.value -> 'to'
                    and not ("between"."actor" ->> 'type' = 'user')
                )
                and not exists (
                  select
                  from history as again
                  where "again"."record_type" = "entry"."record_type"
                    and "again"."record_id" = "entry"."record_id"
                    and again.id > "undoing"."id"
                    and "again"."actor" ->> 'type' = 'user'
                    and again.changes -> name -> 'from' = back.value -> 'to'
                    and again.changes -> name -> 'to' = back.value -> 'from'
                )
            )
          )
        )
      )
  );

-- guards.past_writes
select id, record_type, record_id, event, actor, token, approved_by, reason, changes, fields, surface, request_id, created_at
from history
where id = any (:ids::bigint[])
order by id desc;

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
