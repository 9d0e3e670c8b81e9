-- catalog/handover.ts: selectSuccessor
select
  id,
  case
    when exists (
      select
      from users as other
      where
        other.id <> users.id
        and lower("other"."name" collate "und-x-icu") = lower("users"."name" collate "und-x-icu")
    ) then email
    else name
  end as owner
from users
where
  status <> 'blocked'
  and (
    id::text = :text
    or email = lower(:text collate "und-x-icu")
    or lower("name" collate "und-x-icu") = lower(:text collate "und-x-icu")
  )
order by id
limit 5;

-- catalog/handover.ts: selectNamed
select 'decision' as record_type, record.id
from decisions as record, users as leaver
where
  leaver.id = :id
  and record.status = 'active'
  and lower("record"."owner" collate "und-x-icu") in (lower("leaver"."name" collate "und-x-icu"), leaver.email)
  and (
    select json_build_object('id', id, 'name', name)
    from users
    where
      status <> 'blocked'
      and (
        lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
        or email = lower("record"."owner" collate "und-x-icu")
      )
    order by email = lower("record"."owner" collate "und-x-icu") desc, id
    limit 1
  ) is null
union all
select 'task', record.id
from tasks as record, users as leaver
where
  leaver.id = :id
  and "record"."status" in ('open', 'in-progress', 'blocked')
  and lower("record"."owner" collate "und-x-icu") in (lower("leaver"."name" collate "und-x-icu"), leaver.email)
  and (
    select json_build_object('id', id, 'name', name)
    from users
    where
      status <> 'blocked'
      and (
        lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
        or email = lower("record"."owner" collate "und-x-icu")
      )
    order by email = lower("record"."owner" collate "und-x-icu") desc, id
    limit 1
  ) is null;

-- catalog/other-record-search.ts: selectFound, without filters
select kind, id, title, platform, day
from
  (
    (
      select *
      from
        (
          select
            'direction' as kind, id, coalesce("name", "slug") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name", "slug") as content, 0 as rank
          from "directions"
          where
            true
            and (words @@ :tsquery::tsquery or (true and ("name" ilike :text_1 or "slug" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'competitor' as kind, id, coalesce("name") as title, "platform"::text as platform,
            null::text as day, concat_ws(chr(10), "name") as content, 1 as rank
          from "competitors"
          where
            true
            and (words @@ :tsquery::tsquery or (true and ("name" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'competitor_review' as kind, id,
            coalesce("body", "author") as title, null::text as platform,
            "reviewed_at"::text as day, concat_ws(chr(10), "body", "author") as content, 2 as rank
          from "competitor_reviews"
          where
            true
            and (words @@ :tsquery::tsquery or (true and ("body" ilike :text_1 or "author" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'keyword_position' as kind, id,
            coalesce("keyword") as title, "platform"::text as platform,
            "date"::text as day, concat_ws(chr(10), "keyword") as content, 3 as rank
          from "keyword_positions"
          where
            true
            and lower(keyword) in (
              with recursive
                known as (
                  (
                    select lower(keyword) as keyword
                    from keyword_positions
                    order by lower(keyword)
                    limit 1
                  )
                  union all
                  select
                    (
                      select lower(keyword)
                      from keyword_positions
                      where lower(keyword) > known.keyword
                      order by lower(keyword)
                      limit 1
                    )
                  from known
                  where known.keyword is not null
                )
              select keyword
              from known
              where (search_words (keyword) @@ :tsquery::tsquery or (true and keyword like lower(:text_1)))
            )
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'store_truth' as kind, id,
            coalesce("title", "subtitle") as title, null::text as platform,
            "date"::text as day, concat_ws(chr(10), "title", "subtitle") as content, 4 as rank
          from "store_truth"
          where
            true
            and (words @@ :tsquery::tsquery or (true and ("title" ilike :text_1 or "subtitle" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'application' as kind, id,
            coalesce("name", "native_id") as title, "platform"::text as platform,
            null::text as day, concat_ws(chr(10), "name", "native_id") as content, 5 as rank
          from "applications"
          where
            deleted_at is null
            and (words @@ :tsquery::tsquery or (true and ("name" ilike :text_1 or "native_id" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'company' as kind, id, coalesce("name") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name") as content, 6 as rank
          from "companies"
          where
            deleted_at is null
            and (words @@ :tsquery::tsquery or (true and ("name" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'contact' as kind, id,
            coalesce("name", "email", "phone", "telegram") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name", "email", "phone", "telegram") as content,
            7 as rank
          from "contacts"
          where
            deleted_at is null
            and (
              words @@ :tsquery::tsquery
              or (
                true
                and (
                  "name" ilike :text_1
                  or "email" ilike :text_1
                  or "phone" ilike :text_1
                  or "telegram" ilike :text_1
                )
              )
            )
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'strategy' as kind, id, coalesce("name") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name") as content, 8 as rank
          from "strategies"
          where
            deleted_at is null
            and (words @@ :tsquery::tsquery or (true and ("name" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'keyword' as kind, id, coalesce("keyword") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "keyword") as content, 9 as rank
          from "keywords"
          where
            deleted_at is null
            and (words @@ :tsquery::tsquery or (true and ("keyword" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'service' as kind, id, coalesce("name", "slug") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name", "slug") as content, 10 as rank
          from "services"
          where
            true
            and (words @@ :tsquery::tsquery or (true and ("name" ilike :text_1 or "slug" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'improvement' as kind, id, coalesce("title") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "title") as content, 11 as rank
          from "improvements"
          where
            true
            and (words @@ :tsquery::tsquery or (true and ("title" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'service_task' as kind, id, coalesce("title") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "title") as content, 12 as rank
          from "service_tasks"
          where
            true
            and (words @@ :tsquery::tsquery or (true and ("title" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'bug' as kind, id, coalesce("title") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "title") as content, 13 as rank
          from "bugs"
          where
            true
            and (words @@ :tsquery::tsquery or (true and ("title" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'agent' as kind, id, coalesce("name", "title") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name", "title") as content, 14 as rank
          from "agents"
          where
            deleted_at is null
            and (words @@ :tsquery::tsquery or (true and ("name" ilike :text_1 or "title" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'ops' as kind, id, coalesce("name") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name") as content, 15 as rank
          from "tokens"
          where
            prefix = 'ops'
            and user_id = :person_id
            and (words @@ :tsquery::tsquery or (true and ("name" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
  ) as found
order by rank, title ilike :begins desc, content ilike :text_0 desc, id desc;

-- catalog/other-record-search.ts: selectFound, with all filters
select kind, id, title, platform, day
from
  (
    (
      select *
      from
        (
          select
            'direction' as kind, id, coalesce("name", "slug") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name", "slug") as content, 0 as rank
          from "directions"
          where
            true
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'competitor' as kind, id, coalesce("name") as title, "platform"::text as platform,
            null::text as day, concat_ws(chr(10), "name") as content, 1 as rank
          from "competitors"
          where
            true
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'competitor_review' as kind, id,
            coalesce("body", "author") as title, null::text as platform,
            "reviewed_at"::text as day, concat_ws(chr(10), "body", "author") as content, 2 as rank
          from "competitor_reviews"
          where
            true
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'keyword_position' as kind, id,
            coalesce("keyword") as title, "platform"::text as platform,
            "date"::text as day, concat_ws(chr(10), "keyword") as content, 3 as rank
          from "keyword_positions"
          where
            true
            and lower(keyword) in (
              with recursive
                known as (
                  (
                    select lower(keyword) as keyword
                    from keyword_positions
                    order by lower(keyword)
                    limit 1
                  )
                  union all
                  select
                    (
                      select lower(keyword)
                      from keyword_positions
                      where lower(keyword) > known.keyword
                      order by lower(keyword)
                      limit 1
                    )
                  from known
                  where known.keyword is not null
                )
              select keyword
              from known
              where search_words (keyword) @@ :tsquery::tsquery
            )
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'store_truth' as kind, id,
            coalesce("title", "subtitle") as title, null::text as platform,
            "date"::text as day, concat_ws(chr(10), "title", "subtitle") as content, 4 as rank
          from "store_truth"
          where
            true
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'application' as kind, id,
            coalesce("name", "native_id") as title, "platform"::text as platform,
            null::text as day, concat_ws(chr(10), "name", "native_id") as content, 5 as rank
          from "applications"
          where
            deleted_at is null
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'company' as kind, id, coalesce("name") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name") as content, 6 as rank
          from "companies"
          where
            deleted_at is null
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'contact' as kind, id,
            coalesce("name", "email", "phone", "telegram") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name", "email", "phone", "telegram") as content,
            7 as rank
          from "contacts"
          where
            deleted_at is null
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'strategy' as kind, id, coalesce("name") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name") as content, 8 as rank
          from "strategies"
          where
            deleted_at is null
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'keyword' as kind, id, coalesce("keyword") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "keyword") as content, 9 as rank
          from "keywords"
          where
            deleted_at is null
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'service' as kind, id, coalesce("name", "slug") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name", "slug") as content, 10 as rank
          from "services"
          where
            true
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'improvement' as kind, id, coalesce("title") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "title") as content, 11 as rank
          from "improvements"
          where
            true
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'service_task' as kind, id, coalesce("title") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "title") as content, 12 as rank
          from "service_tasks"
          where
            true
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'bug' as kind, id, coalesce("title") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "title") as content, 13 as rank
          from "bugs"
          where
            true
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'agent' as kind, id, coalesce("name", "title") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name", "title") as content, 14 as rank
          from "agents"
          where
            deleted_at is null
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'user' as kind, id, coalesce("name", "email") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name", "email") as content, 15 as rank
          from "users"
          where
            true
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'ops' as kind, id, coalesce("name") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name") as content, 16 as rank
          from "tokens"
          where
            prefix = 'ops'
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'pft' as kind, id, coalesce("name") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name") as content, 17 as rank
          from "tokens"
          where
            prefix = 'pft'
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from
        (
          select
            'llm' as kind, id, coalesce("name") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name") as content, 18 as rank
          from "tokens"
          where
            prefix = 'llm'
            and words @@ :tsquery::tsquery
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
  ) as found
order by rank, title ilike :begins desc, content ilike :text_0 desc, id desc;

-- catalog/record-titles.ts: selectTitles
select
  'direction' as record_type, id, slug as slug, "name"::text as title,
  null as platform, null as direction, false as deleted
from "directions"
where
  id = any (:direction::bigint[])
  or slug = any (:direction_slug::text[])
union all
select
  'product' as record_type, id, slug as slug, "name"::text as title, null as platform,
  case
    when lower(products.name) in (
      select lower(name)
      from products
      group by lower(name)
      having count(*) > 1
    ) then (select name from directions where id = products.direction_id)
  end as direction, false as deleted
from "products"
where
  id = any (:product::bigint[])
  or slug = any (:product_slug::text[])
union all
select
  'app' as record_type, id, slug as slug, "name"::text as title, platform as platform,
  case
    when (lower(name), platform) in (
      select lower(name), platform
      from apps
      group by lower(name), platform
      having count(*) > 1
    ) then (
      select name
      from directions
      where
        id = coalesce(
          (select direction_id from products where id = apps.product_id), apps.direction_id
        )
    )
  end as direction, false as deleted
from "apps"
where
  id = any (:app::bigint[])
  or slug = any (:app_slug::text[])
union all
select
  'signal' as record_type, id, null as slug, "title"::text as title,
  null as platform, null as direction, false as deleted
from "signals"
where id = any (:signal::bigint[])
union all
select
  'insight' as record_type, id, null as slug, "title"::text as title,
  null as platform, null as direction, false as deleted
from "insights"
where id = any (:insight::bigint[])
union all
select
  'economics' as record_type, id, null as slug, "title"::text as title,
  null as platform, null as direction, false as deleted
from "economics"
where id = any (:economics::bigint[])
union all
select
  'decision' as record_type, id, null as slug, "title"::text as title,
  null as platform, null as direction, false as deleted
from "decisions"
where id = any (:decision::bigint[])
union all
select
  'task' as record_type, id, null as slug, "title"::text as title,
  null as platform, null as direction, false as deleted
from "tasks"
where id = any (:task::bigint[])
union all
select
  'canon_rule' as record_type, id, null as slug, "title"::text as title,
  null as platform, null as direction, false as deleted
from "canon_rules"
where id = any (:canon_rule::bigint[])
union all
select
  'competitor' as record_type, id, null as slug, "name"::text as title,
  platform as platform, null as direction, false as deleted
from "competitors"
where id = any (:competitor::bigint[])
union all
select
  'competitor_review' as record_type, id, null as slug, "body"::text as title,
  null as platform, null as direction, false as deleted
from "competitor_reviews"
where id = any (:competitor_review::bigint[])
union all
select
  'keyword_position' as record_type, id, null as slug, "keyword"::text as title,
  platform as platform, null as direction, false as deleted
from "keyword_positions"
where id = any (:keyword_position::bigint[])
union all
select
  'store_truth' as record_type, id, null as slug, "date"::text as title,
  null as platform, null as direction, false as deleted
from "store_truth"
where id = any (:store_truth::bigint[])
union all
select
  'application' as record_type, id, null as slug, "name"::text as title,
  platform as platform, null as direction, deleted_at is not null as deleted
from "applications"
where id = any (:application::bigint[])
union all
select
  'company' as record_type, id, null as slug, "name"::text as title,
  null as platform, null as direction, deleted_at is not null as deleted
from "companies"
where id = any (:company::bigint[])
union all
select
  'contact' as record_type, id, null as slug, "name"::text as title,
  null as platform, null as direction, deleted_at is not null as deleted
from "contacts"
where id = any (:contact::bigint[])
union all
select
  'strategy' as record_type, id, null as slug, "name"::text as title,
  null as platform, null as direction, deleted_at is not null as deleted
from "strategies"
where id = any (:strategy::bigint[])
union all
select
  'keyword' as record_type, id, null as slug, "keyword"::text as title,
  null as platform, null as direction, deleted_at is not null as deleted
from "keywords"
where id = any (:keyword::bigint[])
union all
select
  'service' as record_type, id, slug as slug, "name"::text as title,
  null as platform, null as direction, false as deleted
from "services"
where
  id = any (:service::bigint[])
  or slug = any (:service_slug::text[])
union all
select
  'improvement' as record_type, id, null as slug, "title"::text as title,
  null as platform, null as direction, false as deleted
from "improvements"
where id = any (:improvement::bigint[])
union all
select
  'service_task' as record_type, id, null as slug, "title"::text as title,
  null as platform, null as direction, false as deleted
from "service_tasks"
where id = any (:service_task::bigint[])
union all
select
  'bug' as record_type, id, null as slug, "title"::text as title,
  null as platform, null as direction, false as deleted
from "bugs"
where id = any (:bug::bigint[])
union all
select
  'agent' as record_type, id, null as slug, "name"::text as title,
  null as platform, null as direction, deleted_at is not null as deleted
from "agents"
where id = any (:agent::bigint[])
union all
select
  'user' as record_type, id, null as slug, "name"::text as title,
  null as platform, null as direction, false as deleted
from "users"
where id = any (:user::bigint[])
union all
select
  'proposal' as record_type, id, null as slug, "title"::text as title,
  null as platform, null as direction, false as deleted
from "proposals"
where id = any (:proposal::bigint[])
union all
select
  'token' as record_type, id, null as slug, "name"::text as title,
  null as platform, null as direction, false as deleted
from "tokens"
where id = any (:token::bigint[])
union all
select
  'webhook' as record_type, id, null as slug, "name"::text as title,
  null as platform, null as direction, false as deleted
from "webhooks"
where id = any (:webhook::bigint[])
union all
select
  'channel' as record_type, id, null as slug, "name"::text as title,
  null as platform, null as direction, false as deleted
from "channels"
where id = any (:channel::bigint[]);

-- catalog/records-by-name.ts: selectNamed
(
  select
    id, slug as slug, "name"::text as title, null as platform,
    array(select slug from direction_aliases where direction_id = directions.id) as old_slugs,
    false as deleted
  from "directions"
  where
    :record_type::text = 'direction'
    and (
      slug = any (:slugs::text[])
      or id in (select direction_id from direction_aliases where slug = any (:slugs))
      or id = any (:ids::bigint[])
      or "name"::text = any (:names::text[])
    )
  order by "name"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, slug as slug, "name"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "products"
  where
    :record_type::text = 'product'
    and (slug = any (:slugs::text[]) or id = any (:ids::bigint[]) or "name"::text = any (:names::text[]))
  order by "name"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, slug as slug, "name"::text as title, platform as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "apps"
  where
    :record_type::text = 'app'
    and (slug = any (:slugs::text[]) or id = any (:ids::bigint[]) or "name"::text = any (:names::text[]))
  order by "name"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "title"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "signals"
  where
    :record_type::text = 'signal'
    and (id = any (:ids::bigint[]) or "title"::text = any (:names::text[]))
  order by "title"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "title"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "insights"
  where
    :record_type::text = 'insight'
    and (id = any (:ids::bigint[]) or "title"::text = any (:names::text[]))
  order by "title"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "title"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "economics"
  where
    :record_type::text = 'economics'
    and (id = any (:ids::bigint[]) or "title"::text = any (:names::text[]))
  order by "title"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "title"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "decisions"
  where
    :record_type::text = 'decision'
    and (id = any (:ids::bigint[]) or "title"::text = any (:names::text[]))
  order by "title"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "title"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "tasks"
  where
    :record_type::text = 'task'
    and (id = any (:ids::bigint[]) or "title"::text = any (:names::text[]))
  order by "title"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "title"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "canon_rules"
  where
    :record_type::text = 'canon_rule'
    and (id = any (:ids::bigint[]) or "title"::text = any (:names::text[]))
  order by "title"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "name"::text as title, platform as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "competitors"
  where
    :record_type::text = 'competitor'
    and (id = any (:ids::bigint[]) or "name"::text = any (:names::text[]))
  order by "name"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "body"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "competitor_reviews"
  where
    :record_type::text = 'competitor_review'
    and (id = any (:ids::bigint[]) or "body"::text = any (:names::text[]))
  order by "body"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "keyword"::text as title, platform as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "keyword_positions"
  where
    :record_type::text = 'keyword_position'
    and (id = any (:ids::bigint[]) or "keyword"::text = any (:names::text[]))
  order by "keyword"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "date"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "store_truth"
  where
    :record_type::text = 'store_truth'
    and (id = any (:ids::bigint[]) or "date"::text = any (:names::text[]))
  order by "date"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "name"::text as title, platform as platform,
    '{}'::text[] as old_slugs, deleted_at is not null as deleted
  from "applications"
  where
    :record_type::text = 'application'
    and (id = any (:ids::bigint[]) or "name"::text = any (:names::text[]))
  order by "name"::text = any (:names::text[]), deleted_at is not null, id
  limit 50
)
union all
(
  select
    id, null as slug, "name"::text as title, null as platform,
    '{}'::text[] as old_slugs, deleted_at is not null as deleted
  from "companies"
  where
    :record_type::text = 'company'
    and (id = any (:ids::bigint[]) or "name"::text = any (:names::text[]))
  order by "name"::text = any (:names::text[]), deleted_at is not null, id
  limit 50
)
union all
(
  select
    id, null as slug, "name"::text as title, null as platform,
    '{}'::text[] as old_slugs, deleted_at is not null as deleted
  from "contacts"
  where
    :record_type::text = 'contact'
    and (id = any (:ids::bigint[]) or "name"::text = any (:names::text[]))
  order by "name"::text = any (:names::text[]), deleted_at is not null, id
  limit 50
)
union all
(
  select
    id, null as slug, "name"::text as title, null as platform,
    '{}'::text[] as old_slugs, deleted_at is not null as deleted
  from "strategies"
  where
    :record_type::text = 'strategy'
    and (id = any (:ids::bigint[]) or "name"::text = any (:names::text[]))
  order by "name"::text = any (:names::text[]), deleted_at is not null, id
  limit 50
)
union all
(
  select
    id, null as slug, "keyword"::text as title, null as platform,
    '{}'::text[] as old_slugs, deleted_at is not null as deleted
  from "keywords"
  where
    :record_type::text = 'keyword'
    and (id = any (:ids::bigint[]) or "keyword"::text = any (:names::text[]))
  order by "keyword"::text = any (:names::text[]), deleted_at is not null, id
  limit 50
)
union all
(
  select
    id, slug as slug, "name"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "services"
  where
    :record_type::text = 'service'
    and (slug = any (:slugs::text[]) or id = any (:ids::bigint[]) or "name"::text = any (:names::text[]))
  order by "name"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "title"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "improvements"
  where
    :record_type::text = 'improvement'
    and (id = any (:ids::bigint[]) or "title"::text = any (:names::text[]))
  order by "title"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "title"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "service_tasks"
  where
    :record_type::text = 'service_task'
    and (id = any (:ids::bigint[]) or "title"::text = any (:names::text[]))
  order by "title"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "title"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "bugs"
  where
    :record_type::text = 'bug'
    and (id = any (:ids::bigint[]) or "title"::text = any (:names::text[]))
  order by "title"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "name"::text as title, null as platform,
    '{}'::text[] as old_slugs, deleted_at is not null as deleted
  from "agents"
  where
    :record_type::text = 'agent'
    and (id = any (:ids::bigint[]) or "name"::text = any (:names::text[]))
  order by "name"::text = any (:names::text[]), deleted_at is not null, id
  limit 50
)
union all
(
  select
    id, null as slug, "name"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "users"
  where
    :record_type::text = 'user'
    and (id = any (:ids::bigint[]) or "name"::text = any (:names::text[]))
  order by "name"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "title"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "proposals"
  where
    :record_type::text = 'proposal'
    and (id = any (:ids::bigint[]) or "title"::text = any (:names::text[]))
  order by "title"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "name"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "tokens"
  where
    :record_type::text = 'token'
    and (id = any (:ids::bigint[]) or "name"::text = any (:names::text[]))
  order by "name"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "name"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "webhooks"
  where
    :record_type::text = 'webhook'
    and (id = any (:ids::bigint[]) or "name"::text = any (:names::text[]))
  order by "name"::text = any (:names::text[]), id
  limit 50
)
union all
(
  select
    id, null as slug, "name"::text as title, null as platform,
    '{}'::text[] as old_slugs, false as deleted
  from "channels"
  where
    :record_type::text = 'channel'
    and (id = any (:ids::bigint[]) or "name"::text = any (:names::text[]))
  order by "name"::text = any (:names::text[]), id
  limit 50
);

-- catalog/revert-change.ts: selectEntry
select "id", "actor", "record_type", "record_id", "event", "changes"
from "history"
where "id" = :id;

-- catalog/revert-change.ts: selectLaterFields
select distinct
  jsonb_object_keys(changes) as "field"
from "history"
where
  "record_type" = :record_type
  and "record_id" = :record_id
  and "id" > :id;

-- catalog/shown-version.ts: selectNewestOfEach
select "record_id", max(id) as "id"
from "history"
where
  "record_type" = :record_type
  and record_id = any (:ids::bigint[])
  and (
    "event" not in (
      'note_added', 'signed_in', 'sign_in_failed', 'invited',
      'linked', 'unlinked', 'connected', 'disconnected'
    )
  )
group by "record_id";

-- catalog/shown-version.ts: selectNewest
select "id"
from "history"
where
  "record_type" = :record_type
  and "record_id" = :record_id
  and (
    "event" not in (
      'note_added', 'signed_in', 'sign_in_failed', 'invited',
      'linked', 'unlinked', 'connected', 'disconnected'
    )
  )
order by "id" desc
limit 1;

-- catalog/unreadable-secrets.ts: selectSealed
select 'oauth' as purpose, payload ->> 'sealed' as sealed
from oauth_records
where model = 'Keys'
union all
select 'webhook', secret
from webhooks
union all
select 'channel', secret
from channels
where secret is not null;

-- catalog/waiting-counts.ts: selectCounts
select
  (
    select count(*)
    from
      (
        select
          'task', record.id, record.title, record.due_at, record.priority,
          (
            select json_build_object('id', id, 'name', name)
            from products
            where id = record.product_id
          ),
          record.status = 'blocked', null,
          (
            select json_build_object('id', id, 'title', title)
            from tasks
            where id = record.blocked_by_id
          ),
          case jsonb_typeof(record.blocked_by)
            when 'string' then record.blocked_by #>> '{}'
          end
        from
          (
            select id, lower("name" collate "und-x-icu") as name, email
            from users
            where id = :user_id
          ) as me
          join tasks as record on lower("record"."owner" collate "und-x-icu") = any (array[me.name, me.email])
          and (
            (
              select json_build_object('id', id, 'name', name)
              from users
              where
                status <> 'blocked'
                and (
                  lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
                  or email = lower("record"."owner" collate "und-x-icu")
                )
              order by email = lower("record"."owner" collate "und-x-icu") desc, id
              limit 1
            ) ->> 'id'
          )::bigint = me.id
        where
          "record"."status" in ('open', 'in-progress', 'blocked')
          and (record.due_at <= :until::date or record.status = 'blocked')
        union all
        select
          'decision', record.id, record.title, record.review_at, null,
          (
            select json_build_object('id', id, 'name', name)
            from products
            where id = record.product_id
          ),
          false, null, null::json, null
        from
          (
            select id, lower("name" collate "und-x-icu") as name, email
            from users
            where id = :user_id
          ) as me
          join decisions as record on lower("record"."owner" collate "und-x-icu") = any (array[me.name, me.email])
          and (
            (
              select json_build_object('id', id, 'name', name)
              from users
              where
                status <> 'blocked'
                and (
                  lower(name collate "und-x-icu") = lower("record"."owner" collate "und-x-icu")
                  or email = lower("record"."owner" collate "und-x-icu")
                )
              order by email = lower("record"."owner" collate "und-x-icu") desc, id
              limit 1
            ) ->> 'id'
          )::bigint = me.id
        where
          record.status = 'active'
          and record.review_at <= :until::date
        union all
        select
          'service_task', record.id, record.title, record.due_at,
          record.priority, null::json, record.status = 'blocked', null, null::json, null
        from
          (
            select id, lower("name" collate "und-x-icu") as name, email
            from users
            where id = :user_id
          ) as me
          join service_tasks as record on lower("record"."assignee" collate "und-x-icu") = any (array[me.name, me.email])
          and (
            (
              select json_build_object('id', id, 'name', name)
              from users
              where
                status <> 'blocked'
                and (
                  lower(name collate "und-x-icu") = lower("record"."assignee" collate "und-x-icu")
                  or email = lower("record"."assignee" collate "und-x-icu")
                )
              order by email = lower("record"."assignee" collate "und-x-icu") desc, id
              limit 1
            ) ->> 'id'
          )::bigint = me.id
        where
          record.status in ('open', 'in-progress', 'blocked')
          and (record.due_at <= :until::date or record.status = 'blocked')
        union all
        select
          'strategy', record.id, record.name, record.ends_on, null, null::json, false, null,
          null::json, null
        from strategies as record
        where
          record.owner_id = :user_id
          and record.deleted_at is null
          and record.status in ('active', 'paused')
          and record.ends_on <= :until::date
      ) as work (record_type, id, title, due_at, priority, product, waits, owner, blocker, reason)
    where not waits
  ) as "work",
  (
    select count(*)
    from
      (
        select id
        from history
        where
          (("actor" ->> 'type') in ('portfolio_token', 'env_token', 'llm_key', 'bot'))
          and (
            (
              "event" not in (
                'note_added', 'signed_in', 'sign_in_failed', 'invited',
                'linked', 'unlinked', 'connected', 'disconnected'
              )
            )
            and "record_type" <> 'proposal'
          )
          and history.approved_by is null
          and history.record_type <> all (:hidden::text[])
          and history.created_at > now() - 30 * interval '1 day'
          and not exists (
            select
            from reviewed_changes
            where
              user_id = :user_id
              and history_id = history.id
          )
          and id > coalesce(
            (
              select id
              from history
              where
                ("created_at" at time zone 'utc') < (now() - 30 * interval '1 day') at time zone 'utc'
              order by ("created_at" at time zone 'utc') desc, id desc
              limit 1
            ),
            0
          )
        order by id desc
        limit 201
      ) as change
  ) as "changes",
  (
    select count(*)
    from proposals as record
    where (record.status = 'pending' and record.expires_at > now())
  ) as "proposals";
