-- operations/company/read.ts: list, one: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."legal_name", "record"."website",
  "record"."country", "record"."status", "record"."description",
  (
    select json_build_object('id', id, 'name', "name")
    from "users"
    where id = record."owner_id"
  ) as "owner",
  (
    select count(*)
    from applications
    where
      company_id = record.id
      and deleted_at is null
  ) as "applications_count"
from "companies" as "record"
where (true and record.deleted_at is null)
order by "record"."id" desc
limit 51;

-- operations/company/read.ts: list, one: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."legal_name", "record"."website",
  "record"."country", "record"."status", "record"."description",
  (
    select json_build_object('id', id, 'name', "name")
    from "users"
    where id = record."owner_id"
  ) as "owner",
  (
    select count(*)
    from applications
    where
      company_id = record.id
      and deleted_at is null
  ) as "applications_count"
from "companies" as "record"
where
  (
    true
    and record.deleted_at is null
    and record.status = :status
    and record.owner_id = :owner_id
    and (record.name ilike :search or record.legal_name ilike :search)
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- operations/company/read.ts: list, one: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "companies" as "record"
    where (true and record.deleted_at is null)
    limit 1001
  ) as "matching";

-- operations/company/read.ts: list, one: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "companies" as "record"
    where
      (
        true
        and record.deleted_at is null
        and record.status = :status
        and record.owner_id = :owner_id
        and (record.name ilike :search or record.legal_name ilike :search)
      )
  ) as "matching";

-- operations/company/read.ts: list, one: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."legal_name", "record"."website",
  "record"."country", "record"."status", "record"."description",
  (
    select json_build_object('id', id, 'name', "name")
    from "users"
    where id = record."owner_id"
  ) as "owner",
  (
    select count(*)
    from applications
    where
      company_id = record.id
      and deleted_at is null
  ) as "applications_count"
from "companies" as "record"
where
  (true and record.deleted_at is null)
  and record.id = :id;
