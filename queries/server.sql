-- server.replay_position
select coalesce(pg_last_wal_replay_lsn()::text, '') as position;

-- server.replica_lag
select
  case
    when not pg_is_in_recovery()
    or pg_last_wal_replay_lsn() >= :position::pg_lsn then 0
    when :position::pg_lsn is not null then greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()))
  end::float8 as lag;

-- server.snapshot
select pg_current_snapshot()::text as "snapshot";

-- server.stored_settings
select name as setting
from pg_settings
where sourcefile ~ 'postgresql\.auto\.conf$'
union
select split_part(unnest(stored.setconfig), '=', 1)
from pg_db_role_setting as stored
  left join pg_database as database on database.oid = stored.setdatabase
  left join pg_roles as role on role.oid = stored.setrole
where (stored.setdatabase = 0 or database.datname = current_database()) and (stored.setrole = 0 or role.rolname = current_user)
order by 1;
