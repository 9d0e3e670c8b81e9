-- journal/request-log/changes-of-request.ts: selectOfRequest
select
  "record"."id", "record"."record_type", "record"."record_id", "record"."event",
  "record"."actor", "record"."token", "record"."approved_by", "record"."reason",
  "record"."changes", "record"."surface", "record"."request_id", "record"."created_at"
from "history" as "record"
where
  ("created_at" at time zone 'utc') between (:from::timestamptz at time zone 'utc') and (:to::timestamptz at time zone 'utc')
  and record.request_id = :request_id
order by "record"."id"
limit 100;

-- journal/request-log/frequent-requests.ts: selectFrequent, without filters
select
  method, path, status, nullif(token_id, 0) as token_id,
  max(token_name) as token_name, sum(requests) as requests
from (select period as created_at, * from request_counts) as record
where (true)
group by 1, 2, 3, 4
order by requests desc, 1, 2, 3, 4
limit 6;

-- journal/request-log/frequent-requests.ts: selectFrequent, with all filters
select
  method, path, status, nullif(token_id, 0) as token_id,
  max(token_name) as token_name, sum(requests) as requests
from
  (
    select
      created_at, method, coalesce(route, path) as path, status,
      coalesce(token_id, 0) as token_id, token_name, 1 as requests, duration_ms,
      duration_ms as max_duration_ms
    from request_logs as record
    where
      (
        true
        and record.status = :single_status::smallint
        and record.status = any (:statuses::smallint[])
        and record.status between :min_status::smallint and :max_status::smallint
        and record.method = :method
        and record.path ilike :path
        and record.user_id = :user_id
        and record.user_id = :user
        and record.token_id = :token_id
        and record.token_id = :token
        and record.created_at >= :date_from::timestamptz
        and record.created_at <= :date_to::timestamptz
        and record.status >= 400
        and record.duration_ms >= :slow_ms
        and record.surface = :surface
        and record.code = :code
      )
    order by created_at desc
    limit 10000
  ) as record
group by 1, 2, 3, 4
order by requests desc, 1, 2, 3, 4
limit 6;

-- journal/request-log/list-requests.ts: list, one: rows, without filters
select
  "record"."id", "record"."request_id", "record"."surface", "record"."method",
  "record"."path", "record"."route", "record"."tool", "record"."status",
  "record"."code", "record"."errors", "record"."duration_ms", "record"."ip",
  "record"."token_id", "record"."token_name", "record"."user_agent", "record"."created_at",
  case
    when record.user_id is not null then json_build_object('id', record.user_id, 'name', record.user_name)
  end as "user"
from "request_logs" as "record"
where (true)
order by "record"."created_at" desc, "record"."id" desc
limit 51;

-- journal/request-log/list-requests.ts: list, one: rows, with all filters
select
  "record"."id", "record"."request_id", "record"."surface", "record"."method",
  "record"."path", "record"."route", "record"."tool", "record"."status",
  "record"."code", "record"."errors", "record"."duration_ms", "record"."ip",
  "record"."token_id", "record"."token_name", "record"."user_agent", "record"."created_at",
  case
    when record.user_id is not null then json_build_object('id', record.user_id, 'name', record.user_name)
  end as "user"
from "request_logs" as "record"
where
  (
    true
    and record.status = :single_status::smallint
    and record.status = any (:statuses::smallint[])
    and record.status between :min_status::smallint and :max_status::smallint
    and record.method = :method
    and record.path ilike :path
    and record.user_id = :user_id
    and record.user_id = :user
    and record.token_id = :token_id
    and record.token_id = :token
    and record.created_at >= :date_from::timestamptz
    and record.created_at <= :date_to::timestamptz
    and record.status >= 400
    and record.duration_ms >= :slow_ms
    and record.surface = :surface
    and record.code = :code
  )
  and record.created_at <= :after_time::timestamptz
  and (record.created_at, record.id) < (:after_time::timestamptz, :after_id::bigint)
order by "record"."created_at" desc, "record"."id" desc
limit 51;

-- journal/request-log/list-requests.ts: list, one: count, without filters
select count(*) as "total"
from (select 1 as "one" from "request_logs" as "record" where (true) limit 1001) as "matching";

-- journal/request-log/list-requests.ts: list, one: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "request_logs" as "record"
    where
      (
        true
        and record.status = :single_status::smallint
        and record.status = any (:statuses::smallint[])
        and record.status between :min_status::smallint and :max_status::smallint
        and record.method = :method
        and record.path ilike :path
        and record.user_id = :user_id
        and record.user_id = :user
        and record.token_id = :token_id
        and record.token_id = :token
        and record.created_at >= :date_from::timestamptz
        and record.created_at <= :date_to::timestamptz
        and record.status >= 400
        and record.duration_ms >= :slow_ms
        and record.surface = :surface
        and record.code = :code
      )
  ) as "matching";

-- journal/request-log/list-requests.ts: list, one: selectById
select
  "record"."id", "record"."request_id", "record"."surface", "record"."method",
  "record"."path", "record"."route", "record"."tool", "record"."status",
  "record"."code", "record"."errors", "record"."duration_ms", "record"."ip",
  "record"."token_id", "record"."token_name", "record"."user_agent", "record"."created_at",
  case
    when record.user_id is not null then json_build_object('id', record.user_id, 'name', record.user_name)
  end as "user"
from "request_logs" as "record"
where
  (true)
  and record.id = :id;

-- journal/request-log/request-statistics.ts: selectHours, without filters
select
  date_bin('1 hour', created_at, '2000-01-01T00:00Z') as hour, sum(requests) as requests,
  coalesce(sum(requests) filter (where status between 400 and 499), 0) as errors_4xx,
  coalesce(sum(requests) filter (where status >= 500), 0) as errors_5xx,
  round(sum(duration_ms)::numeric / sum(requests), 1) as avg_duration_ms,
  max(max_duration_ms) as max_duration_ms
from (select period as created_at, * from request_counts) as record
where (true)
group by 1;

-- journal/request-log/request-statistics.ts: selectHours, with all filters
select
  date_bin('1 hour', created_at, '2000-01-01T00:00Z') as hour, sum(requests) as requests,
  coalesce(sum(requests) filter (where status between 400 and 499), 0) as errors_4xx,
  coalesce(sum(requests) filter (where status >= 500), 0) as errors_5xx,
  round(sum(duration_ms)::numeric / sum(requests), 1) as avg_duration_ms,
  max(max_duration_ms) as max_duration_ms
from
  (
    select
      created_at, method, coalesce(route, path) as path, status,
      coalesce(token_id, 0) as token_id, token_name, 1 as requests, duration_ms,
      duration_ms as max_duration_ms
    from request_logs as record
    where
      (
        true
        and record.status = :single_status::smallint
        and record.status = any (:statuses::smallint[])
        and record.status between :min_status::smallint and :max_status::smallint
        and record.method = :method
        and record.path ilike :path
        and record.user_id = :user_id
        and record.user_id = :user
        and record.token_id = :token_id
        and record.token_id = :token
        and record.created_at >= :date_from::timestamptz
        and record.created_at <= :date_to::timestamptz
        and record.status >= 400
        and record.duration_ms >= :slow_ms
        and record.surface = :surface
        and record.code = :code
      )
    order by created_at desc
    limit 10000
  ) as record
group by 1;
