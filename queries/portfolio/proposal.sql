-- portfolio/proposal/read.ts: reads: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."operation", "record"."method", "record"."path",
  "record"."kind", "record"."action", "record"."body", "record"."targets",
  "record"."preview", "record"."reason", "record"."rules", "record"."expires_at",
  "record"."decided_by", "record"."decided_at", "record"."decision_note", "record"."edited",
  "record"."result",
  case
    when record.status = 'pending'
    and record.expires_at <= now() then 'expired'
    else record.status
  end as "status",
  (
    record.created_by ->> 'type' = 'portfolio_token'
    and exists (
      select
      from tokens
      where
        id = (record.created_by ->> 'id')::bigint
        and revoked_at is not null
    )
  ) as "token_revoked",
  (select slug from products where id = record.product_id) as "product_slug"
from "proposals" as "record"
where (true)
order by "record"."id" desc
limit 51;

-- portfolio/proposal/read.ts: reads: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."operation", "record"."method", "record"."path",
  "record"."kind", "record"."action", "record"."body", "record"."targets",
  "record"."preview", "record"."reason", "record"."rules", "record"."expires_at",
  "record"."decided_by", "record"."decided_at", "record"."decision_note", "record"."edited",
  "record"."result",
  case
    when record.status = 'pending'
    and record.expires_at <= now() then 'expired'
    else record.status
  end as "status",
  (
    record.created_by ->> 'type' = 'portfolio_token'
    and exists (
      select
      from tokens
      where
        id = (record.created_by ->> 'id')::bigint
        and revoked_at is not null
    )
  ) as "token_revoked",
  (select slug from products where id = record.product_id) as "product_slug"
from "proposals" as "record"
where
  (
    true
    and case
      when record.status = 'pending'
      and record.expires_at <= now() then 'expired'
      else record.status
    end = :status
    and record.credential = :credential
    and record.targets @> jsonb_build_array(jsonb_build_object('kind', replace(:kind, '-', '_')))
    and record.product_id = (select id from products where slug = :product_slug)
    and record.created_at >= :since::timestamp at time zone 'UTC'
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- portfolio/proposal/read.ts: reads: count, without filters
select count(*) as "total"
from (select 1 as "one" from "proposals" as "record" where (true) limit 1001) as "matching";

-- portfolio/proposal/read.ts: reads: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "proposals" as "record"
    where
      (
        true
        and case
          when record.status = 'pending'
          and record.expires_at <= now() then 'expired'
          else record.status
        end = :status
        and record.credential = :credential
        and record.targets @> jsonb_build_array(jsonb_build_object('kind', replace(:kind, '-', '_')))
        and record.product_id = (select id from products where slug = :product_slug)
        and record.created_at >= :since::timestamp at time zone 'UTC'
      )
  ) as "matching";

-- portfolio/proposal/read.ts: reads: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."operation", "record"."method", "record"."path",
  "record"."kind", "record"."action", "record"."body", "record"."targets",
  "record"."preview", "record"."reason", "record"."rules", "record"."expires_at",
  "record"."decided_by", "record"."decided_at", "record"."decision_note", "record"."edited",
  "record"."result",
  case
    when record.status = 'pending'
    and record.expires_at <= now() then 'expired'
    else record.status
  end as "status",
  (
    record.created_by ->> 'type' = 'portfolio_token'
    and exists (
      select
      from tokens
      where
        id = (record.created_by ->> 'id')::bigint
        and revoked_at is not null
    )
  ) as "token_revoked",
  (select slug from products where id = record.product_id) as "product_slug"
from "proposals" as "record"
where
  (true)
  and record.id = :id;
