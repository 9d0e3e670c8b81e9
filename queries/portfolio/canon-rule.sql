-- portfolio/canon-rule/read.ts: reads: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."direction_id", "record"."product_id", "record"."title",
  "record"."rule_type", "record"."body", "record"."status", "record"."approved_by",
  (select slug from directions where id = record.direction_id) as "direction_slug",
  (select slug from products where id = record.product_id) as "product_slug",
  case
    when record.product_id is not null then 'product'
    when record.direction_id is not null then 'direction'
    else 'portfolio'
  end as "scope", (status = 'active' and approved_by is not null) as "trusted",
  case
    when record.guard_when is not null then json_build_object('when', record.guard_when, 'effect', record.guard_effect, 'message', record.guard_message)
  end as "guard"
from "canon_rules" as "record"
where (true and (true))
order by "record"."id" desc
limit 51;

-- portfolio/canon-rule/read.ts: reads: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."direction_id", "record"."product_id", "record"."title",
  "record"."rule_type", "record"."body", "record"."status", "record"."approved_by",
  (select slug from directions where id = record.direction_id) as "direction_slug",
  (select slug from products where id = record.product_id) as "product_slug",
  case
    when record.product_id is not null then 'product'
    when record.direction_id is not null then 'direction'
    else 'portfolio'
  end as "scope", (status = 'active' and approved_by is not null) as "trusted",
  case
    when record.guard_when is not null then json_build_object('when', record.guard_when, 'effect', record.guard_effect, 'message', record.guard_message)
  end as "guard"
from "canon_rules" as "record"
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
    and exists (
      select
      from products as bound
      where
        (bound.slug = :binds_product or bound.id = substring(:binds_product::text from '^[0-9]{1,18}$')::bigint)
        and (record.product_id is null or record.product_id = bound.id)
        and (record.direction_id is null or record.direction_id = bound.direction_id)
    )
    and (
      record.product_id is null
      and coalesce(
        record.direction_id,
        coalesce(
          coalesce(
            (select id from directions where slug = :binds_direction),
            (select direction_id from direction_aliases where slug = :binds_direction)
          ),
          (select id from directions where id = substring(:binds_direction::text from '^[0-9]{1,18}$')::bigint)
        )
      ) = coalesce(
        coalesce(
          (select id from directions where slug = :binds_direction),
          (select direction_id from direction_aliases where slug = :binds_direction)
        ),
        (select id from directions where id = substring(:binds_direction::text from '^[0-9]{1,18}$')::bigint)
      )
    )
    and record.status = :status
    and (record.approved_by is not null) = :is_approved
    and record.rule_type = :rule_type
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- portfolio/canon-rule/read.ts: reads: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "canon_rules" as "record"
    where (true and (true))
    limit 1001
  ) as "matching";

-- portfolio/canon-rule/read.ts: reads: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "canon_rules" as "record"
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
        and exists (
          select
          from products as bound
          where
            (bound.slug = :binds_product or bound.id = substring(:binds_product::text from '^[0-9]{1,18}$')::bigint)
            and (record.product_id is null or record.product_id = bound.id)
            and (record.direction_id is null or record.direction_id = bound.direction_id)
        )
        and (
          record.product_id is null
          and coalesce(
            record.direction_id,
            coalesce(
              coalesce(
                (select id from directions where slug = :binds_direction),
                (select direction_id from direction_aliases where slug = :binds_direction)
              ),
              (
                select id
                from directions
                where id = substring(:binds_direction::text from '^[0-9]{1,18}$')::bigint
              )
            )
          ) = coalesce(
            coalesce(
              (select id from directions where slug = :binds_direction),
              (select direction_id from direction_aliases where slug = :binds_direction)
            ),
            (select id from directions where id = substring(:binds_direction::text from '^[0-9]{1,18}$')::bigint)
          )
        )
        and record.status = :status
        and (record.approved_by is not null) = :is_approved
        and record.rule_type = :rule_type
      )
  ) as "matching";

-- portfolio/canon-rule/read.ts: reads: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."direction_id", "record"."product_id", "record"."title",
  "record"."rule_type", "record"."body", "record"."status", "record"."approved_by",
  (select slug from directions where id = record.direction_id) as "direction_slug",
  (select slug from products where id = record.product_id) as "product_slug",
  case
    when record.product_id is not null then 'product'
    when record.direction_id is not null then 'direction'
    else 'portfolio'
  end as "scope", (status = 'active' and approved_by is not null) as "trusted",
  case
    when record.guard_when is not null then json_build_object('when', record.guard_when, 'effect', record.guard_effect, 'message', record.guard_message)
  end as "guard"
from "canon_rules" as "record"
where
  (true and (true))
  and record.id = :id;
