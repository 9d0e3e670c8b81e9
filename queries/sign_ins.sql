-- sign_ins.delete_old
delete from history
where record_type = 'user' and event in ('signed_in', 'sign_in_failed') and created_at < now() - make_interval(days => 90);

-- sign_ins.insert
insert into history (record_type, record_id, event, actor, changes, surface, request_id)
select 'user', id, 'signed_in', jsonb_build_object('type', 'user', 'id', id, 'name', name), '{}', :surface, :request_id
from users
where id = :user_id;

-- sign_ins.insert_failure
insert into history (record_type, record_id, event, actor, changes, surface, request_id)
select 'user', id, 'sign_in_failed', '{"type":"system","id":null,"name":"system"}'::jsonb, '{}', :surface, :request_id
from users
where id = :user_id
  and not exists (
    select
    from history
    where record_type = 'user' and record_id = :user_id and event = 'sign_in_failed' and created_at > now() - make_interval(secs => 60)
  );
