-- canon_rules.list
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."direction_id", "record"."product_id", "record"."title",
  "record"."rule_type", "record"."body", "record"."status", "record"."approved_by",
  (select slug from directions where id = record.direction_id) as "direction_slug",
  (select slug from products where id = record.product_id) as "product_slug",
  case when record.product_id is not null then 'product' when record.direction_id is not null then 'direction' else 'portfolio' end as "scope",
  (status = 'active' and approved_by is not null) as "trusted",
  case
    when record.guard_when is not null then json_build_object('when', record.guard_when, 'effect', record.guard_effect, 'message', record.guard_message)
  end as "guard"
from "canon_rules" as "record"
where ((record.product_id = (select id from products where slug = :product_slug) and true) and record.status = :status)
order by "record"."id" desc
limit 26;
