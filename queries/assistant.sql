-- assistant/due-dates.ts: selectDue
select 'service_task' as record_type, id, title, due_at as date
from service_tasks
where
  status in ('open', 'in-progress', 'blocked')
  and due_at between :from::date and :to::date
order by due_at, id
limit 500;
