-- operations/contact/read.ts: list, one: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."email", "record"."phone",
  "record"."telegram", "record"."position", "record"."status", "record"."source",
  "record"."external_id", "record"."last_message_at",
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
  ) as "application",
  (
    select json_build_object('id', id, 'name', "name")
    from "strategies"
    where
      id = record."strategy_id"
      and deleted_at is null
  ) as "strategy"
from "contacts" as "record"
where (true and record.deleted_at is null)
order by "record"."id" desc
limit 51;

-- operations/contact/read.ts: list, one: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."email", "record"."phone",
  "record"."telegram", "record"."position", "record"."status", "record"."source",
  "record"."external_id", "record"."last_message_at",
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
  ) as "application",
  (
    select json_build_object('id', id, 'name', "name")
    from "strategies"
    where
      id = record."strategy_id"
      and deleted_at is null
  ) as "strategy"
from "contacts" as "record"
where
  (
    true
    and record.deleted_at is null
    and record.status = :status
    and record.source = :source
    and record.company_id = :company_id
    and record.application_id = :application_id
    and record.strategy_id = :strategy_id
    and record.external_id = :external_id
    and (
      record.name ilike :search
      or record.email ilike :search
      or record.phone ilike :search
      or record.telegram ilike :search
    )
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- operations/contact/read.ts: list, one: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "contacts" as "record"
    where (true and record.deleted_at is null)
    limit 1001
  ) as "matching";

-- operations/contact/read.ts: list, one: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "contacts" as "record"
    where
      (
        true
        and record.deleted_at is null
        and record.status = :status
        and record.source = :source
        and record.company_id = :company_id
        and record.application_id = :application_id
        and record.strategy_id = :strategy_id
        and record.external_id = :external_id
        and (
          record.name ilike :search
          or record.email ilike :search
          or record.phone ilike :search
          or record.telegram ilike :search
        )
      )
  ) as "matching";

-- operations/contact/read.ts: list, one: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."email", "record"."phone",
  "record"."telegram", "record"."position", "record"."status", "record"."source",
  "record"."external_id", "record"."last_message_at",
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
  ) as "application",
  (
    select json_build_object('id', id, 'name', "name")
    from "strategies"
    where
      id = record."strategy_id"
      and deleted_at is null
  ) as "strategy"
from "contacts" as "record"
where
  (true and record.deleted_at is null)
  and record.id = :id;
