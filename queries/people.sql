-- people.known
select
  exists (
    select
    from users
    where lower(name collate "und-x-icu") = lower(:text::text collate "und-x-icu") or email = lower(:text::text collate "und-x-icu")
  )
  or (:record_type::text = 'task' and exists (select from "tasks" where lower("owner" collate "und-x-icu") = lower(:text::text collate "und-x-icu")))
  or (:record_type::text = 'decision' and exists (select from "decisions" where lower("owner" collate "und-x-icu") = lower(:text::text collate "und-x-icu")))
  or (
    :record_type::text = 'service_task'
    and exists (select from "service_tasks" where lower("assignee" collate "und-x-icu") = lower(:text::text collate "und-x-icu"))
  ) as is_known;
