-- portfolio/proposal/inbox.ts: reads: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."credential", "record"."title", "record"."operation",
  "record"."method", "record"."path", "record"."kind", "record"."action",
  "record"."key", "record"."body", "record"."digest", "record"."targets",
  "record"."preview", "record"."product_id", "record"."reason", "record"."rules",
  "record"."expires_at", "record"."decided_by", "record"."decided_at", "record"."decision_note",
  "record"."edited", "record"."result",
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
  (select slug from products where id = record.product_id) as "product_slug",
  (select name from products where id = record.product_id) as "product_name"
from "proposals" as "record"
where (true and (true))
order by
  (record.status = 'pending' and record.expires_at > now()) desc,
  case
    when (record.status = 'pending' and record.expires_at > now()) then record.id
  end, "record"."id" desc
limit 51;

-- portfolio/proposal/inbox.ts: reads: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."credential", "record"."title", "record"."operation",
  "record"."method", "record"."path", "record"."kind", "record"."action",
  "record"."key", "record"."body", "record"."digest", "record"."targets",
  "record"."preview", "record"."product_id", "record"."reason", "record"."rules",
  "record"."expires_at", "record"."decided_by", "record"."decided_at", "record"."decision_note",
  "record"."edited", "record"."result",
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
  (select slug from products where id = record.product_id) as "product_slug",
  (select name from products where id = record.product_id) as "product_name"
from "proposals" as "record"
where
  (
    true
    and (
      true
      and case
        when record.status = 'pending'
        and record.expires_at <= now() then 'expired'
        else record.status
      end = :status
      and record.targets @> jsonb_build_array(jsonb_build_object('kind', replace(:kind, '-', '_')))
      and record.product_id = (select id from products where slug = :product_slug)
      and record.created_at >= :since::timestamp at time zone 'UTC'
    )
    and (record.created_by ->> 'type' = 'user' and (record.created_by ->> 'id')::bigint = :person_id)
  )
  and record.id < :cursor
order by
  (record.status = 'pending' and record.expires_at > now()) desc,
  case
    when (record.status = 'pending' and record.expires_at > now()) then record.id
  end, "record"."id" desc
limit 51;

-- portfolio/proposal/inbox.ts: reads: count, without filters
select count(*) as "total"
from
  (select 1 as "one" from "proposals" as "record" where (true and (true)) limit 1001) as "matching";

-- portfolio/proposal/inbox.ts: reads: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "proposals" as "record"
    where
      (
        true
        and (
          true
          and case
            when record.status = 'pending'
            and record.expires_at <= now() then 'expired'
            else record.status
          end = :status
          and record.targets @> jsonb_build_array(jsonb_build_object('kind', replace(:kind, '-', '_')))
          and record.product_id = (select id from products where slug = :product_slug)
          and record.created_at >= :since::timestamp at time zone 'UTC'
        )
        and (record.created_by ->> 'type' = 'user' and (record.created_by ->> 'id')::bigint = :person_id)
      )
  ) as "matching";

-- portfolio/proposal/inbox.ts: reads: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."credential", "record"."title", "record"."operation",
  "record"."method", "record"."path", "record"."kind", "record"."action",
  "record"."key", "record"."body", "record"."digest", "record"."targets",
  "record"."preview", "record"."product_id", "record"."reason", "record"."rules",
  "record"."expires_at", "record"."decided_by", "record"."decided_at", "record"."decision_note",
  "record"."edited", "record"."result",
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
  (select slug from products where id = record.product_id) as "product_slug",
  (select name from products where id = record.product_id) as "product_name"
from "proposals" as "record"
where
  (true and (true))
  and record.id = :id;

-- portfolio/proposal/inbox.ts: selectPendingOf
select
  "record"."id", "record"."title", "record"."action", "record"."created_by", "record"."created_at"
from "proposals" as "record"
where
  (record.status = 'pending' and record.expires_at > now())
  and record.targets @> jsonb_build_array(jsonb_build_object('kind', :kind::text, 'id', :id::bigint))
order by "record"."id";

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
where (true and (true))
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
    and (
      true
      and case
        when record.status = 'pending'
        and record.expires_at <= now() then 'expired'
        else record.status
      end = :status
      and record.targets @> jsonb_build_array(jsonb_build_object('kind', replace(:kind, '-', '_')))
      and record.product_id = (select id from products where slug = :product_slug)
      and record.created_at >= :since::timestamp at time zone 'UTC'
    )
    and record.credential = :credential
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- portfolio/proposal/read.ts: reads: count, without filters
select count(*) as "total"
from
  (select 1 as "one" from "proposals" as "record" where (true and (true)) limit 1001) as "matching";

-- portfolio/proposal/read.ts: reads: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "proposals" as "record"
    where
      (
        true
        and (
          true
          and case
            when record.status = 'pending'
            and record.expires_at <= now() then 'expired'
            else record.status
          end = :status
          and record.targets @> jsonb_build_array(jsonb_build_object('kind', replace(:kind, '-', '_')))
          and record.product_id = (select id from products where slug = :product_slug)
          and record.created_at >= :since::timestamp at time zone 'UTC'
        )
        and record.credential = :credential
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
  (true and (true))
  and record.id = :id;
