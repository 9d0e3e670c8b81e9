-- records.titles
select
  'direction' as record_type, id, slug as slug, "name"::text as title, null as platform, null as direction, null::int as operations, false as deleted
from "directions"
where id = any (:direction::bigint[]) or slug = any (:direction_slug::text[])
union all
select
  'product' as record_type, id, slug as slug, "name"::text as title, null as platform,
  case
    when lower(products.name) in (select lower(name) from products group by lower(name) having count(*) > 1) then (
      select name
      from directions
      where id = products.direction_id
    )
  end as direction, null::int as operations, false as deleted
from "products"
where id = any (:product::bigint[]) or slug = any (:product_slug::text[])
union all
select
  'app' as record_type, id, slug as slug, "name"::text as title, platform as platform,
  case
    when (lower(name), platform) in (select lower(name), platform from apps group by lower(name), platform having count(*) > 1) then (
      select name
      from directions
      where id = coalesce((select direction_id from products where id = apps.product_id), apps.direction_id)
    )
  end as direction, null::int as operations, false as deleted
from "apps"
where id = any (:app::bigint[]) or slug = any (:app_slug::text[])
union all
select
  'signal' as record_type, id, null as slug, "title"::text as title, null as platform, null as direction, null::int as operations, false as deleted
from "signals"
where id = any (:signal::bigint[])
union all
select
  'insight' as record_type, id, null as slug, "title"::text as title, null as platform, null as direction, null::int as operations, false as deleted
from "insights"
where id = any (:insight::bigint[])
union all
select
  'economics' as record_type, id, null as slug, "title"::text as title, null as platform, null as direction, null::int as operations, false as deleted
from "economics"
where id = any (:economics::bigint[])
union all
select
  'decision' as record_type, id, null as slug, "title"::text as title, null as platform, null as direction, null::int as operations, false as deleted
from "decisions"
where id = any (:decision::bigint[])
union all
select 'task' as record_type, id, null as slug, "title"::text as title, null as platform, null as direction, null::int as operations, false as deleted
from "tasks"
where id = any (:task::bigint[])
union all
select
  'canon_rule' as record_type, id, null as slug, "title"::text as title,
  null as platform, null as direction, null::int as operations, false as deleted
from "canon_rules"
where id = any (:canon_rule::bigint[])
union all
select
  'competitor' as record_type, id, null as slug, "name"::text as title,
  platform as platform, null as direction, null::int as operations, false as deleted
from "competitors"
where id = any (:competitor::bigint[])
union all
select
  'competitor_review' as record_type, id, null as slug, "body"::text as title,
  null as platform, null as direction, null::int as operations, false as deleted
from "competitor_reviews"
where id = any (:competitor_review::bigint[])
union all
select
  'keyword_position' as record_type, id, null as slug, "keyword"::text as title,
  platform as platform, null as direction, null::int as operations, false as deleted
from "keyword_positions"
where id = any (:keyword_position::bigint[])
union all
select
  'store_truth' as record_type, id, null as slug, "date"::text as title,
  null as platform, null as direction, null::int as operations, false as deleted
from "store_truth"
where id = any (:store_truth::bigint[])
union all
select
  'application' as record_type, id, null as slug, "name"::text as title,
  platform as platform, null as direction, null::int as operations, deleted_at is not null as deleted
from "applications"
where id = any (:application::bigint[])
union all
select
  'company' as record_type, id, null as slug, "name"::text as title,
  null as platform, null as direction, null::int as operations, deleted_at is not null as deleted
from "companies"
where id = any (:company::bigint[])
union all
select
  'contact' as record_type, id, null as slug, "name"::text as title,
  null as platform, null as direction, null::int as operations, deleted_at is not null as deleted
from "contacts"
where id = any (:contact::bigint[])
union all
select
  'strategy' as record_type, id, null as slug, "name"::text as title,
  null as platform, null as direction, null::int as operations, deleted_at is not null as deleted
from "strategies"
where id = any (:strategy::bigint[])
union all
select
  'keyword' as record_type, id, null as slug, "keyword"::text as title,
  null as platform, null as direction, null::int as operations, deleted_at is not null as deleted
from "keywords"
where id = any (:keyword::bigint[])
union all
select
  'service' as record_type, id, slug as slug, "name"::text as title, null as platform, null as direction, null::int as operations, false as deleted
from "services"
where id = any (:service::bigint[]) or slug = any (:service_slug::text[])
union all
select
  'improvement' as record_type, id, null as slug, "title"::text as title,
  null as platform, null as direction, null::int as operations, false as deleted
from "improvements"
where id = any (:improvement::bigint[])
union all
select
  'service_task' as record_type, id, null as slug, "title"::text as title,
  null as platform, null as direction, null::int as operations, false as deleted
from "service_tasks"
where id = any (:service_task::bigint[])
union all
select 'bug' as record_type, id, null as slug, "title"::text as title, null as platform, null as direction, null::int as operations, false as deleted
from "bugs"
where id = any (:bug::bigint[])
union all
select
  'agent' as record_type, id, null as slug, "name"::text as title,
  null as platform, null as direction, null::int as operations, deleted_at is not null as deleted
from "agents"
where id = any (:agent::bigint[])
union all
select 'user' as record_type, id, null as slug, "name"::text as title, null as platform, null as direction, null::int as operations, false as deleted
from "users"
where id = any (:user::bigint[])
union all
select
  'proposal' as record_type, id, null as slug, "title"::text as title,
  null as platform, null as direction, case when action = 'batch' then jsonb_array_length(targets) end as operations, false as deleted
from "proposals"
where id = any (:proposal::bigint[])
union all
select 'token' as record_type, id, null as slug, "name"::text as title, null as platform, null as direction, null::int as operations, false as deleted
from "tokens"
where id = any (:token::bigint[])
union all
select
  'webhook' as record_type, id, null as slug, "name"::text as title, null as platform, null as direction, null::int as operations, false as deleted
from "webhooks"
where id = any (:webhook::bigint[])
union all
select
  'channel' as record_type, id, null as slug, "name"::text as title, null as platform, null as direction, null::int as operations, false as deleted
from "channels"
where id = any (:channel::bigint[])
union all
select 'person', ("user" ->> 'id')::bigint, owner, "user" ->> 'name', null, null, null, false
from (
    select
      owner,
      (
        select json_build_object('id', id, 'name', name)
        from users
        where status <> 'blocked'
          and (lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu") or email = lower("record"."owner" collate "und-x-icu"))
        order by email = lower("record"."owner" collate "und-x-icu") desc, id
        limit 1
      ) as "user"
    from unnest(:person_slug::text[]) as record (owner)
  ) as person
where "user" is not null;
