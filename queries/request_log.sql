-- request_log.changes
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

-- request_log.frequent
select method, path, status, nullif(token_id, 0) as token_id, max(token_name) as token_name, sum(requests) as requests
from (select period as created_at, * from request_counts) as record
where (true and record.user_id = :user_id and record.created_at >= :date_from::timestamptz and record.created_at <= :date_to::timestamptz)
group by 1, 2, 3, 4
order by requests desc, 1, 2, 3, 4
limit 6;

-- request_log.hours
select
  date_bin('1 hour', created_at, '2000-01-01T00:00Z') as hour, sum(requests) as requests,
  coalesce(sum(requests) filter (where status between 400 and 499), 0) as errors_4xx,
  coalesce(sum(requests) filter (where status >= 500), 0) as errors_5xx, round(sum(duration_ms)::numeric / sum(requests), 1) as avg_duration_ms,
  max(max_duration_ms) as max_duration_ms
from
  (
    select
      created_at, method, coalesce(route, path) as path, status, coalesce(token_id, 0) as token_id, token_name, 1 as requests, duration_ms,
      duration_ms as max_duration_ms
    from request_logs as record
    where (true and record.path ilike :path and record.created_at >= :date_from::timestamptz and record.created_at <= :date_to::timestamptz)
    order by created_at desc
    limit 10000
  ) as record
group by 1;

-- request_log.of_change
select "request_logs"."id"
from "history" inner join "request_logs" on "request_logs"."request_id" = "history"."request_id"
where "history"."id" = :id and request_logs.created_at between history.created_at - interval '1 minute' and history.created_at + interval '15 minutes'
order by "request_logs"."id"
limit 1;
