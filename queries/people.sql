-- people/calendar-token.ts: ownToken, without filters
select "id", "display", "last_used_at", "created_at"
from "tokens"
where
  "prefix" = 'cal'
  and "user_id" = :user_id
  and revoked_at is null;

-- people/calendar-token.ts: ownToken, with all filters
select "id", "display", "last_used_at", "created_at"
from "tokens"
where
  "prefix" = 'cal'
  and "user_id" = :user_id
  and id = :id;

-- people/calendar-token.ts: validToken
select
  "token"."id" as "token_id", "token"."last_used_at", "person"."id", "person"."name",
  "person"."role", "person"."status"
from
  "tokens" as "token"
  inner join "users" as "person" on "person"."id" = "token"."user_id"
where
  "token"."prefix" = 'cal'
  and "token"."digest" = :digest
  and "token"."revoked_at" is null
  and "person"."status" <> 'blocked';

-- people/program-token.ts: portfolioTokens: rows, without filters
select
  "record"."id", "record"."prefix", "record"."name", "record"."display",
  "record"."abilities", "record"."expires_at", "record"."last_used_at", "record"."revoked_at",
  "record"."created_by", "record"."created_at",
  case
    when record.revoked_at is not null then 'revoked'
    when record.expires_at <= now() then 'expired'
    else 'active'
  end as "state", "record"."direct",
  (
    select coalesce(json_agg(recent order by recent.created_at desc, recent.id desc), '[]')
    from
      (
        select
          id, record_type, record_id, event,
          to_char("created_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
        from history
        where
          (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = 'portfolio_token:' || record.id
        order by history.created_at desc, id desc
        limit 5
      ) as recent
  ) as "recent_writes"
from "tokens" as "record"
where
  "record"."prefix" = 'pft'
  and (true)
order by "record"."id" desc
limit 51;

-- people/program-token.ts: portfolioTokens: rows, with all filters
select
  "record"."id", "record"."prefix", "record"."name", "record"."display",
  "record"."abilities", "record"."expires_at", "record"."last_used_at", "record"."revoked_at",
  "record"."created_by", "record"."created_at",
  case
    when record.revoked_at is not null then 'revoked'
    when record.expires_at <= now() then 'expired'
    else 'active'
  end as "state", "record"."direct",
  (
    select coalesce(json_agg(recent order by recent.created_at desc, recent.id desc), '[]')
    from
      (
        select
          id, record_type, record_id, event,
          to_char("created_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
        from history
        where
          (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = 'portfolio_token:' || record.id
        order by history.created_at desc, id desc
        limit 5
      ) as recent
  ) as "recent_writes"
from "tokens" as "record"
where
  "record"."prefix" = 'pft'
  and (
    true
    and case
      when record.revoked_at is not null then 'revoked'
      when record.expires_at <= now() then 'expired'
      else 'active'
    end = :state
    and (record.name ilike :search)
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- people/program-token.ts: portfolioTokens: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "tokens" as "record"
    where
      "record"."prefix" = 'pft'
      and (true)
    limit 1001
  ) as "matching";

-- people/program-token.ts: portfolioTokens: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "tokens" as "record"
    where
      "record"."prefix" = 'pft'
      and (
        true
        and case
          when record.revoked_at is not null then 'revoked'
          when record.expires_at <= now() then 'expired'
          else 'active'
        end = :state
        and (record.name ilike :search)
      )
  ) as "matching";

-- people/program-token.ts: portfolioTokens: selectById
select
  "record"."id", "record"."prefix", "record"."name", "record"."display",
  "record"."abilities", "record"."expires_at", "record"."last_used_at", "record"."revoked_at",
  "record"."created_by", "record"."created_at",
  case
    when record.revoked_at is not null then 'revoked'
    when record.expires_at <= now() then 'expired'
    else 'active'
  end as "state", "record"."direct",
  (
    select coalesce(json_agg(recent order by recent.created_at desc, recent.id desc), '[]')
    from
      (
        select
          id, record_type, record_id, event,
          to_char("created_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
        from history
        where
          (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = 'portfolio_token:' || record.id
        order by history.created_at desc, id desc
        limit 5
      ) as recent
  ) as "recent_writes"
from "tokens" as "record"
where
  "record"."prefix" = 'pft'
  and (true)
  and record.id = :id;

-- people/program-token.ts: llmKeys: rows, without filters
select
  "record"."id", "record"."prefix", "record"."name", "record"."display",
  "record"."abilities", "record"."expires_at", "record"."last_used_at", "record"."revoked_at",
  "record"."created_by", "record"."created_at",
  case
    when record.revoked_at is not null then 'revoked'
    when record.expires_at <= now() then 'expired'
    else 'active'
  end as "state", "record"."direct",
  (
    select coalesce(json_agg(recent order by recent.created_at desc, recent.id desc), '[]')
    from
      (
        select
          id, record_type, record_id, event,
          to_char("created_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
        from history
        where
          (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = 'llm_key:' || record.id
        order by history.created_at desc, id desc
        limit 5
      ) as recent
  ) as "recent_writes"
from "tokens" as "record"
where
  "record"."prefix" = 'llm'
  and (true)
order by "record"."id" desc
limit 51;

-- people/program-token.ts: llmKeys: rows, with all filters
select
  "record"."id", "record"."prefix", "record"."name", "record"."display",
  "record"."abilities", "record"."expires_at", "record"."last_used_at", "record"."revoked_at",
  "record"."created_by", "record"."created_at",
  case
    when record.revoked_at is not null then 'revoked'
    when record.expires_at <= now() then 'expired'
    else 'active'
  end as "state", "record"."direct",
  (
    select coalesce(json_agg(recent order by recent.created_at desc, recent.id desc), '[]')
    from
      (
        select
          id, record_type, record_id, event,
          to_char("created_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
        from history
        where
          (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = 'llm_key:' || record.id
        order by history.created_at desc, id desc
        limit 5
      ) as recent
  ) as "recent_writes"
from "tokens" as "record"
where
  "record"."prefix" = 'llm'
  and (
    true
    and case
      when record.revoked_at is not null then 'revoked'
      when record.expires_at <= now() then 'expired'
      else 'active'
    end = :state
    and (record.name ilike :search)
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- people/program-token.ts: llmKeys: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "tokens" as "record"
    where
      "record"."prefix" = 'llm'
      and (true)
    limit 1001
  ) as "matching";

-- people/program-token.ts: llmKeys: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "tokens" as "record"
    where
      "record"."prefix" = 'llm'
      and (
        true
        and case
          when record.revoked_at is not null then 'revoked'
          when record.expires_at <= now() then 'expired'
          else 'active'
        end = :state
        and (record.name ilike :search)
      )
  ) as "matching";

-- people/program-token.ts: llmKeys: selectById
select
  "record"."id", "record"."prefix", "record"."name", "record"."display",
  "record"."abilities", "record"."expires_at", "record"."last_used_at", "record"."revoked_at",
  "record"."created_by", "record"."created_at",
  case
    when record.revoked_at is not null then 'revoked'
    when record.expires_at <= now() then 'expired'
    else 'active'
  end as "state", "record"."direct",
  (
    select coalesce(json_agg(recent order by recent.created_at desc, recent.id desc), '[]')
    from
      (
        select
          id, record_type, record_id, event,
          to_char("created_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
        from history
        where
          (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = 'llm_key:' || record.id
        order by history.created_at desc, id desc
        limit 5
      ) as recent
  ) as "recent_writes"
from "tokens" as "record"
where
  "record"."prefix" = 'llm'
  and (true)
  and record.id = :id;

-- people/saved-filter.ts: selectOfList
select
  "filter"."id", "filter"."collection", "filter"."name", "filter"."query",
  "filter"."is_shared", "filter"."created_at",
  json_build_object('id', owner.id, 'name', owner.name) as "owner", filter.user_id = :user_id as "is_own"
from
  "saved_filters" as "filter"
  inner join "users" as "owner" on "owner"."id" = "filter"."user_id"
where
  (filter.user_id = :user_id or filter.is_shared)
  and "filter"."collection" = :collection
order by "is_own" desc, lower(filter.name), "filter"."id";

-- people/saved-filter.ts: selectOne
select
  "filter"."id", "filter"."collection", "filter"."name", "filter"."query",
  "filter"."is_shared", "filter"."created_at",
  json_build_object('id', owner.id, 'name', owner.name) as "owner", filter.user_id = :user_id as "is_own"
from
  "saved_filters" as "filter"
  inner join "users" as "owner" on "owner"."id" = "filter"."user_id"
where
  (filter.user_id = :user_id or filter.is_shared)
  and "filter"."id" = :id;

-- people/token-write.ts: selectWrites
select
  id, record_type, record_id, event,
  to_char("created_at" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
from history
where (("actor" ->> 'type') || coalesce(':' || ("actor" ->> 'id'), '')) = :key
order by history.created_at desc, id desc
limit 5;

-- people/user-list.ts: listed: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."email", "record"."role", "record"."status",
  (
    select account.issuer
    from openid_accounts as account
    where account.user_id = record.id
    order by account.id desc
    limit 1
  ) as "sign_in_service"
from "users" as "record"
where (true)
order by "record"."id" desc
limit 51;

-- people/user-list.ts: listed: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."email", "record"."role", "record"."status",
  (
    select account.issuer
    from openid_accounts as account
    where account.user_id = record.id
    order by account.id desc
    limit 1
  ) as "sign_in_service"
from "users" as "record"
where
  (
    true
    and record.role = :role
    and record.status = :status
    and (record.name ilike :search or record.email ilike :search)
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- people/user-list.ts: listed: count, without filters
select count(*) as "total"
from (select 1 as "one" from "users" as "record" where (true) limit 1001) as "matching";

-- people/user-list.ts: listed: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "users" as "record"
    where
      (
        true
        and record.role = :role
        and record.status = :status
        and (record.name ilike :search or record.email ilike :search)
      )
  ) as "matching";

-- people/user-list.ts: listed: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."email", "record"."role", "record"."status",
  (
    select account.issuer
    from openid_accounts as account
    where account.user_id = record.id
    order by account.id desc
    limit 1
  ) as "sign_in_service"
from "users" as "record"
where
  (true)
  and record.id = :id;

-- people/user-list.ts: readUser: rows, without filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."email", "record"."role", "record"."status"
from "users" as "record"
where (true)
order by "record"."id" desc
limit 51;

-- people/user-list.ts: readUser: rows, with all filters
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."email", "record"."role", "record"."status"
from "users" as "record"
where
  (
    true
    and record.role = :role
    and record.status = :status
    and (record.name ilike :search or record.email ilike :search)
  )
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- people/user-list.ts: readUser: count, without filters
select count(*) as "total"
from (select 1 as "one" from "users" as "record" where (true) limit 1001) as "matching";

-- people/user-list.ts: readUser: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from "users" as "record"
    where
      (
        true
        and record.role = :role
        and record.status = :status
        and (record.name ilike :search or record.email ilike :search)
      )
  ) as "matching";

-- people/user-list.ts: readUser: selectById
select
  "record"."id", "record"."created_at", "record"."updated_at", "record"."created_by",
  "record"."updated_by", "record"."name", "record"."email", "record"."role", "record"."status"
from "users" as "record"
where
  (true)
  and record.id = :id;

-- people/user-list.ts: selectOwners
select "name", "role"
from "users"
where
  status <> 'blocked'
  and (name ilike :search or email ilike :search)
order by "name", "id"
limit 10;

-- people/user-token.ts: list, one: rows, without filters
select
  "record"."id", "record"."prefix", "record"."name", "record"."display",
  "record"."abilities", "record"."expires_at", "record"."last_used_at", "record"."revoked_at",
  "record"."created_by", "record"."created_at",
  case
    when record.revoked_at is not null then 'revoked'
    when record.expires_at <= now() then 'expired'
    else 'active'
  end as "state",
  json_build_object('id', owner.id, 'email', owner.email, 'name', owner.name) as "user"
from
  "tokens" as "record"
  inner join "users" as "owner" on "owner"."id" = "record"."user_id"
where
  "record"."prefix" = 'ops'
  and (true)
order by "record"."id" desc
limit 51;

-- people/user-token.ts: list, one: rows, with all filters
select
  "record"."id", "record"."prefix", "record"."name", "record"."display",
  "record"."abilities", "record"."expires_at", "record"."last_used_at", "record"."revoked_at",
  "record"."created_by", "record"."created_at",
  case
    when record.revoked_at is not null then 'revoked'
    when record.expires_at <= now() then 'expired'
    else 'active'
  end as "state",
  json_build_object('id', owner.id, 'email', owner.email, 'name', owner.name) as "user"
from
  "tokens" as "record"
  inner join "users" as "owner" on "owner"."id" = "record"."user_id"
where
  "record"."prefix" = 'ops'
  and (
    true
    and case
      when record.revoked_at is not null then 'revoked'
      when record.expires_at <= now() then 'expired'
      else 'active'
    end = :state
    and (record.name ilike :search or owner.name ilike :search or owner.email ilike :search)
  )
  and "record"."user_id" = :user_id
  and record.id < :cursor
order by "record"."id" desc
limit 51;

-- people/user-token.ts: list, one: count, without filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from
      "tokens" as "record"
      inner join "users" as "owner" on "owner"."id" = "record"."user_id"
    where
      "record"."prefix" = 'ops'
      and (true)
    limit 1001
  ) as "matching";

-- people/user-token.ts: list, one: count, with all filters
select count(*) as "total"
from
  (
    select 1 as "one"
    from
      "tokens" as "record"
      inner join "users" as "owner" on "owner"."id" = "record"."user_id"
    where
      "record"."prefix" = 'ops'
      and (
        true
        and case
          when record.revoked_at is not null then 'revoked'
          when record.expires_at <= now() then 'expired'
          else 'active'
        end = :state
        and (record.name ilike :search or owner.name ilike :search or owner.email ilike :search)
      )
      and "record"."user_id" = :user_id
  ) as "matching";

-- people/user-token.ts: list, one: selectById
select
  "record"."id", "record"."prefix", "record"."name", "record"."display",
  "record"."abilities", "record"."expires_at", "record"."last_used_at", "record"."revoked_at",
  "record"."created_by", "record"."created_at",
  case
    when record.revoked_at is not null then 'revoked'
    when record.expires_at <= now() then 'expired'
    else 'active'
  end as "state",
  json_build_object('id', owner.id, 'email', owner.email, 'name', owner.name) as "user"
from
  "tokens" as "record"
  inner join "users" as "owner" on "owner"."id" = "record"."user_id"
where
  "record"."prefix" = 'ops'
  and (true)
  and record.id = :id;

-- people/user-token.ts: selectTokens, without filters
select
  "token"."id", "token"."prefix", "token"."name", "token"."display",
  "token"."abilities", "token"."expires_at", "token"."last_used_at", "token"."revoked_at",
  "token"."created_by", "token"."created_at",
  json_build_object('id', owner.id, 'email', owner.email, 'name', owner.name) as "user"
from
  "tokens" as "token"
  inner join "users" as "owner" on "owner"."id" = "token"."user_id"
where
  "token"."prefix" = 'ops'
  and "token"."revoked_at" is null
  and true
order by "token"."id" desc;

-- people/user-token.ts: selectTokens, with all filters
select
  "token"."id", "token"."prefix", "token"."name", "token"."display",
  "token"."abilities", "token"."expires_at", "token"."last_used_at", "token"."revoked_at",
  "token"."created_by", "token"."created_at",
  json_build_object('id', owner.id, 'email', owner.email, 'name', owner.name) as "user"
from
  "tokens" as "token"
  inner join "users" as "owner" on "owner"."id" = "token"."user_id"
where
  "token"."prefix" = 'ops'
  and "token"."revoked_at" is null
  and token.user_id = :user_id
order by "token"."id" desc;
