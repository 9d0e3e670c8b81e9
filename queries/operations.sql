-- operations/due-dates.ts: selectDue
select 'strategy' as record_type, id, name as title, ends_on as date
from strategies
where
  deleted_at is null
  and status in ('active', 'paused')
  and ends_on between :from::date and :to::date
order by ends_on, id
limit 500;
