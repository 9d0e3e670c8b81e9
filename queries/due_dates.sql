-- due_dates.of_assistant
select 'service_task' as record_type, id, title, due_at as date
from service_tasks
where status in ('open', 'in-progress', 'blocked') and due_at between :from::date and :to::date
order by due_at, id
limit 500;

-- due_dates.of_operations
select 'strategy' as record_type, id, name as title, ends_on as date
from strategies
where deleted_at is null and status in ('active', 'paused') and ends_on between :from::date and :to::date
order by ends_on, id
limit 500;

-- due_dates.of_portfolio
(
  select 'decision' as record_type, id, title, review_at as date
  from decisions
  where status = 'active' and review_at between :from::date and :to::date
  order by review_at, id
  limit 500
)
union all
(
  select 'task', id, title, due_at
  from tasks
  where "status" in ('open', 'in-progress', 'blocked') and due_at between :from::date and :to::date
  order by due_at, id
  limit 500
);
