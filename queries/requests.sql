-- requests.changes
select
  "record"."id", "record"."record_type", "record"."record_id", "record"."event",
  "record"."actor", "record"."token", "record"."approved_by", "record"."reason",
  "record"."changes", "record"."surface", "record"."request_id", "record"."created_at"
from "history" as "record"
where ("created_at" at time zone 'utc') between (:from::timestamptz at time zone 'utc') and (:to::timestamptz at time zone 'utc')
  and record.request_id = :request_id
order by "record"."id"
limit 100;

-- requests.frequent
select method, path, status, nullif(token_id, 0) as token_id, max(token_name) as token_name, sum(requests) as requests
from (select period as created_at, * from request_counts) as record
where (record.user_id = :user_id and record.created_at >= :date_from::timestamptz and record.created_at <= :date_to::timestamptz)
group by 1, 2, 3, 4
order by requests desc, 1, 2, 3, 4
limit 6;

-- requests.hours
select
  date_bin('1 hour', created_at, '2000-01-01T00:00Z') as hour, sum(requests) as requests,
  coalesce(sum(requests) filter (where status between 400 and 499), 0) as errors_4xx,
  coalesce(sum(requests) filter (where status >= 500), 0) as errors_5xx, round(sum(duration_ms)::numeric / sum(requests), 1) as avg_duration_ms,
  max(max_duration_ms) as max_duration_ms
from (
    select
      created_at, method, coalesce(route, path) as path, status, coalesce(token_id, 0) as token_id, token_name, 1 as requests, duration_ms,
      duration_ms as max_duration_ms
    from request_logs as record
    where (record.path ilike :path and record.created_at >= :date_from::timestamptz and record.created_at <= :date_to::timestamptz)
    order by created_at desc
    limit 10000
  ) as record
group by 1;

-- requests.insert
with batch as materialized (
    select
      request_id, surface, method, path, route, tool, status, duration_ms, ip, user_id, user_name, token_id, token_name, user_agent, client, trace_id,
      code, errors, created_at
    from jsonb_populate_recordset(null::request_logs, :rows::jsonb)
  ),
  counted as (
    insert into
      request_counts as stored (period, method, path, status, user_id, token_id, user_name, token_name, requests, duration_ms, max_duration_ms)
    select
      date_bin('1800000 milliseconds', created_at, '2000-01-01T00:00Z'), method, coalesce(route, path), status,
      coalesce(user_id, 0), coalesce(token_id, 0), max(user_name), max(token_name), count(*), sum(duration_ms), max(duration_ms)
    from batch
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6
    on conflict (period, method, path, status, user_id, token_id) do update
    set user_name = greatest(stored.user_name, excluded.user_name), token_name = greatest(stored.token_name, excluded.token_name),
      requests = stored.requests + excluded.requests, duration_ms = stored.duration_ms + excluded.duration_ms,
      max_duration_ms = greatest(stored.max_duration_ms, excluded.max_duration_ms)
  )
insert into request_logs (
    request_id, surface, method, path, route, tool, status, duration_ms, ip, user_id, user_name, token_id, token_name, user_agent, client, trace_id,
    code, errors, created_at
  )
select
  request_id, surface, method, path, route, tool, status, duration_ms, ip, user_id, user_name, token_id, token_name, user_agent, client, trace_id,
  code, errors, created_at
from batch;

-- requests.list
select
  "record"."id", "record"."request_id", "record"."surface", "record"."method", "record"."path", "record"."route", "record"."tool", "record"."status",
  "record"."code", "record"."errors", "record"."duration_ms", "record"."ip",
  "record"."token_id", "record"."token_name", "record"."user_agent", "record"."client", "record"."trace_id", "record"."created_at",
  case when record.user_id is not null then json_build_object('id', record.user_id, 'name', record.user_name) end as "user"
from "request_logs" as "record"
where (record.status = :single_status::smallint and record.method = :method and record.path ilike :path and record.user_id = :user_id and record.created_at >= :date_from::timestamptz)
order by "record"."created_at" desc, "record"."id" desc
limit 26;

-- requests.of_change
select "request_logs"."id"
from "history" inner join "request_logs" on "request_logs"."request_id" = "history"."request_id"
where "history"."id" = :id and request_logs.created_at between history.created_at - interval '1 minute' and history.created_at + interval '15 minutes'
order by "request_logs"."id"
limit 1;

-- requests.summary
with counted as materialized (
    select method, path, status, user_id, max(user_name) as user_name, sum(requests) as requests, sum(duration_ms) as duration_ms
    from request_counts
    where period >= :since::timestamptz
    group by 1, 2, 3, 4
  )
select '24h' as
window
,
  coalesce(sum(requests), 0) as requests, coalesce(sum(requests) filter (where status between 400 and 499), 0) as errors_4xx,
  coalesce(sum(requests) filter (where status >= 500), 0) as errors_5xx, round(sum(duration_ms) / sum(requests), 1) as avg_duration_ms,
  (
    select json_build_object('method', method, 'path', path, 'count', sum(requests))
    from counted
    group by method, path
    order by sum(requests) desc, method, path
    limit 1
  ) as top_endpoint,
  (
    select json_build_object('id', user_id, 'name', max(user_name), 'count', sum(requests))
    from counted
    where user_id > 0
    group by user_id
    order by sum(requests) desc, user_id
    limit 1
  ) as top_user
from counted;
