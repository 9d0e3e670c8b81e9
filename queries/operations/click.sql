-- operations/click/read.ts: page: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."date",
  "record"."app_id", "record"."company_id", "record"."clicks", "record"."status"
from "clicks" as "record"
where (true and (true))
order by "record"."date" desc, "record"."id" desc
limit 51;

-- operations/click/read.ts: page: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."date",
  "record"."app_id", "record"."company_id", "record"."clicks", "record"."status"
from "clicks" as "record"
where
  (
    true
    and record.app_id = :app_id
    and record.company_id = :company_id
    and record.status = true
    and (true and "record"."date" >= :date_from and "record"."date" <= :date_to)
  )
  and (record.date, record.id) < (:after_date::date, :after_id::bigint)
order by "record"."date" desc, "record"."id" desc
limit 51;

-- operations/click/read.ts: page: count, without filters
select count(*) as "total"
from (select 1 as "one" from "clicks" as "record" where (true and (true)) limit 1001) as "matching";

-- operations/click/read.ts: page: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "clicks" as "record"
    where
      (
        true
        and record.app_id = :app_id
        and record.company_id = :company_id
        and record.status = true
        and (true and "record"."date" >= :date_from and "record"."date" <= :date_to)
      )
  ) as "matching";

-- operations/click/read.ts: selectByKey
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."date",
  "record"."app_id", "record"."company_id", "record"."clicks", "record"."status"
from "clicks" as "record"
where
  (true and (true))
  and (record.date, record.app_id, record.company_id) = (:date, :app_id, :company_id);

-- operations/click/with-names.ts: selectByIds
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."date",
  "record"."clicks", "record"."status",
  (
    select json_build_object('id', id, 'name', "name")
    from "applications"
    where id = record."app_id"
  ) as "application",
  (
    select json_build_object('id', id, 'name', "name")
    from "companies"
    where id = record."company_id"
  ) as "company"
from "clicks" as "record"
where record.id = any (:ids::bigint[]);
