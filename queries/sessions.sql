-- sessions.delete_expired
delete from sessions
where id in (
    select id
    from sessions as session
    where not (session.last_used_at > now() - make_interval(mins => :SESSION_IDLE_MINUTES::int) and session.created_at > now() - make_interval(hours => :SESSION_MAX_HOURS::int))
    for update
      skip locked
  );

-- sessions.own
select "session"."id", "session"."ip", "session"."user_agent", "session"."created_at", "session"."last_used_at", session.id = :current as "is_current"
from "sessions" as "session"
where (session.last_used_at > now() - make_interval(mins => :SESSION_IDLE_MINUTES) and session.created_at > now() - make_interval(hours => :SESSION_MAX_HOURS))
  and "session"."user_id" = :user_id
order by "session"."id" desc
limit 100;

-- sessions.valid
select
  "session"."id" as "session_id", "session"."created_at", "session"."last_used_at", "person"."language",
  "person"."id", "person"."name", "person"."role", "person"."status"
from "sessions" as "session" inner join "users" as "person" on "person"."id" = "session"."user_id"
where (session.last_used_at > now() - make_interval(mins => :SESSION_IDLE_MINUTES) and session.created_at > now() - make_interval(hours => :SESSION_MAX_HOURS))
  and "session"."digest" = :digest
  and "person"."status" <> 'blocked';
