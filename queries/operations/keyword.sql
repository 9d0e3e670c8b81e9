-- operations/keyword/read.ts: list, one: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."keyword", "record"."country", "record"."language",
  "record"."status", "record"."priority", "record"."position", "record"."measured_at",
  "record"."search_volume",
  (
    select json_build_object('id', id, 'name', "name")
    from "strategies"
    where
      id = record."strategy_id"
      and deleted_at is null
  ) as "strategy",
  (
    select json_build_object('id', id, 'name', "name")
    from "companies"
    where
      id = record."company_id"
      and deleted_at is null
  ) as "company",
  (
    select json_build_object('id', id, 'name', "name")
    from "applications"
    where
      id = record."application_id"
      and deleted_at is null
  ) as "application"
from "keywords" as "record"
where (true and record.deleted_at is null)
order by "record"."id" desc
limit 51;

-- operations/keyword/read.ts: list, one: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."keyword", "record"."country", "record"."language",
  "record"."status", "record"."priority", "record"."position", "record"."measured_at",
  "record"."search_volume",
  (
    select json_build_object('id', id, 'name', "name")
    from "strategies"
    where
      id = record."strategy_id"
      and deleted_at is null
  ) as "strategy",
  (
    select json_build_object('id', id, 'name', "name")
    from "companies"
    where
      id = record."company_id"
      and deleted_at is null
  ) as "company",
  (
    select json_build_object('id', id, 'name', "name")
    from "applications"
    where
      id = record."application_id"
      and deleted_at is null
  ) as "application"
from "keywords" as "record"
where
  (
    true
    and record.deleted_at is null
    and record.strategy_id = :strategy_id
    and record.company_id = :company_id
    and record.status = :status
    and record.keyword ilike :search
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- operations/keyword/read.ts: list, one: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "keywords" as "record"
    where (true and record.deleted_at is null)
    limit 1001
  ) as "matching";

-- operations/keyword/read.ts: list, one: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "keywords" as "record"
    where
      (
        true
        and record.deleted_at is null
        and record.strategy_id = :strategy_id
        and record.company_id = :company_id
        and record.status = :status
        and record.keyword ilike :search
      )
  ) as "matching";

-- operations/keyword/read.ts: list, one: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."keyword", "record"."country", "record"."language",
  "record"."status", "record"."priority", "record"."position", "record"."measured_at",
  "record"."search_volume",
  (
    select json_build_object('id', id, 'name', "name")
    from "strategies"
    where
      id = record."strategy_id"
      and deleted_at is null
  ) as "strategy",
  (
    select json_build_object('id', id, 'name', "name")
    from "companies"
    where
      id = record."company_id"
      and deleted_at is null
  ) as "company",
  (
    select json_build_object('id', id, 'name', "name")
    from "applications"
    where
      id = record."application_id"
      and deleted_at is null
  ) as "application"
from "keywords" as "record"
where
  (true and record.deleted_at is null)
  and record.id = :id;
