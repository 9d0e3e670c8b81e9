-- search.other_records
select kind, id, title, platform, day
from (
    (
      select *
      from (
          select
            'direction' as kind, id, coalesce("name", "slug") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name", "slug") as content, 0 as rank
          from "directions"
          where true and (words @@ :tsquery::tsquery or (("name" ilike :text_1 or "slug" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'competitor' as kind, id, coalesce("name") as title, "platform"::text as platform,
            null::text as day, concat_ws(chr(10), "name") as content, 1 as rank
          from "competitors"
          where true and (words @@ :tsquery::tsquery or (("name" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'competitor_review' as kind, id, coalesce("body", "author") as title, null::text as platform,
            "reviewed_at"::text as day, concat_ws(chr(10), "body", "author") as content, 2 as rank
          from "competitor_reviews"
          where true and (words @@ :tsquery::tsquery or (("body" ilike :text_1 or "author" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'keyword_position' as kind, id, coalesce("keyword") as title, "platform"::text as platform,
            "date"::text as day, concat_ws(chr(10), "keyword") as content, 3 as rank
          from "keyword_positions"
          where true
            and lower(keyword) in (
              with recursive
                known as (
                  (select lower(keyword) as keyword from keyword_positions order by lower(keyword) limit 1)
                  union all
                  select (select lower(keyword) from keyword_positions where lower(keyword) > known.keyword order by lower(keyword) limit 1)
                  from known
                  where known.keyword is not null
                )
              select keyword
              from known
              where (search_words (keyword) @@ :tsquery::tsquery or (keyword like lower(:text_1)))
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
      from (
          select
            'store_truth' as kind, id, coalesce("title", "subtitle", "date"::text) as title, null::text as platform,
            "date"::text as day, concat_ws(chr(10), "title", "subtitle") as content, 4 as rank
          from "store_truth"
          where true and (words @@ :tsquery::tsquery or (("title" ilike :text_1 or "subtitle" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'application' as kind, id, coalesce("name", "native_id") as title, "platform"::text as platform,
            null::text as day, concat_ws(chr(10), "name", "native_id") as content, 5 as rank
          from "applications"
          where deleted_at is null and (words @@ :tsquery::tsquery or (("name" ilike :text_1 or "native_id" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'company' as kind, id, coalesce("name") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name") as content, 6 as rank
          from "companies"
          where deleted_at is null and (words @@ :tsquery::tsquery or (("name" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'contact' as kind, id, coalesce("name", "email", "phone", "telegram") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name", "email", "phone", "telegram") as content, 7 as rank
          from "contacts"
          where deleted_at is null
            and (words @@ :tsquery::tsquery or (("name" ilike :text_1 or "email" ilike :text_1 or "phone" ilike :text_1 or "telegram" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'strategy' as kind, id, coalesce("name") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name") as content, 8 as rank
          from "strategies"
          where deleted_at is null and (words @@ :tsquery::tsquery or (("name" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'keyword' as kind, id, coalesce("keyword") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "keyword") as content, 9 as rank
          from "keywords"
          where deleted_at is null and (words @@ :tsquery::tsquery or (("keyword" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'service' as kind, id, coalesce("name", "slug") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name", "slug") as content, 10 as rank
          from "services"
          where true and (words @@ :tsquery::tsquery or (("name" ilike :text_1 or "slug" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'improvement' as kind, id, coalesce("title") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "title") as content, 11 as rank
          from "improvements"
          where true and (words @@ :tsquery::tsquery or (("title" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'service_task' as kind, id, coalesce("title") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "title") as content, 12 as rank
          from "service_tasks"
          where true and (words @@ :tsquery::tsquery or (("title" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'bug' as kind, id, coalesce("title") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "title") as content, 13 as rank
          from "bugs"
          where true and (words @@ :tsquery::tsquery or (("title" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'agent' as kind, id, coalesce("name", "title") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name", "title") as content, 14 as rank
          from "agents"
          where deleted_at is null and (words @@ :tsquery::tsquery or (("name" ilike :text_1 or "title" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'user' as kind, id, coalesce("name", "email") as title, null::text as platform,
            null::text as day, concat_ws(chr(10), "name", "email") as content, 15 as rank
          from "users"
          where true and (words @@ :tsquery::tsquery or (("name" ilike :text_1 or "email" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'ops' as kind, id, coalesce("name") as title, null::text as platform, null::text as day, concat_ws(chr(10), "name") as content, 16 as rank
          from "tokens"
          where prefix = 'ops' and (words @@ :tsquery::tsquery or (("name" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'pft' as kind, id, coalesce("name") as title, null::text as platform, null::text as day, concat_ws(chr(10), "name") as content, 17 as rank
          from "tokens"
          where prefix = 'pft' and (words @@ :tsquery::tsquery or (("name" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
    union all
    (
      select *
      from (
          select
            'llm' as kind, id, coalesce("name") as title, null::text as platform, null::text as day, concat_ws(chr(10), "name") as content, 18 as rank
          from "tokens"
          where prefix = 'llm' and (words @@ :tsquery::tsquery or (("name" ilike :text_1)))
          order by id desc
          limit 1000
        ) as newest
      order by title ilike :begins desc, content ilike :text_0 desc, id desc
      limit 5
    )
  ) as found
order by rank, title ilike :begins desc, content ilike :text_0 desc, id desc;

-- search.portfolio
select
  found.kind, found.id, record.slug, record.title, record.product_slug, record.status, record.trusted, record.platform,
  found.created_at, round(found.score::numeric, 3)::float8 as score, record.text, length(record.title) as title_length,
  ts_headline('russian', search_text (record.text), :any::tsquery, 'HighlightAll=true, StartSel=, StopSel=') as marked
from (
    select *
    from (
        (
          with matches as materialized (
              select record."id", record."created_at", record."search", record."product_id", record."app_id"
              from "signals" as record
              where (record."product_id" = (select id from products where slug = :product_slug)) and (record.search @@ :tsquery::tsquery)
              limit 1000
            ),
            newest as materialized (
              select *
              from (
                  select record."id", record."created_at", record."search", record."product_id", record."app_id"
                  from "signals" as record
                  where (record."product_id" = (select id from products where slug = :product_slug))
                  order by record.id desc
                  limit 5000
                ) as record
              where (select count(*) from matches) = 1000 and (record.search @@ :tsquery::tsquery)
              limit 1000
            )
          select
            'signal' as kind, record.id, record.created_at,
            (
              greatest(((record.search @@ :tsquery::tsquery)::int * ((ts_filter(record.search, '{a}') @@ :tsquery::tsquery)::int + least(ts_rank(record.search, :tsquery::tsquery), 1)) / 2))
            )::float8 as score
          from (select * from newest union all select * from matches where id not in (select id from newest)) as record
          order by score desc, record.id desc
          limit 10
        )
        union all
        (
          with matches as materialized (
              select record."id", record."created_at", record."search", record."product_id", record."app_id"
              from "tasks" as record
              where (record."product_id" = (select id from products where slug = :product_slug)) and (record.search @@ :tsquery::tsquery)
              limit 1000
            ),
            newest as materialized (
              select *
              from (
                  select record."id", record."created_at", record."search", record."product_id", record."app_id"
                  from "tasks" as record
                  where (record."product_id" = (select id from products where slug = :product_slug))
                  order by record.id desc
                  limit 5000
                ) as record
              where (select count(*) from matches) = 1000 and (record.search @@ :tsquery::tsquery)
              limit 1000
            )
          select
            'task' as kind, record.id, record.created_at,
            (
              greatest(
                ((record.search @@ :tsquery::tsquery)::int * ((ts_filter(record.search, '{a}') @@ :tsquery::tsquery)::int + least(ts_rank(record.search, :tsquery::tsquery), 1)) / 2)
              )
            )::float8 as score
          from (select * from newest union all select * from matches where id not in (select id from newest)) as record
          order by score desc, record.id desc
          limit 10
        )
      ) as found
    order by score desc, created_at desc, kind, id desc
    limit 10
  ) as found
  cross join lateral (
    select
      null as slug, record."title" as title, (select slug from products where id = record.product_id) as product_slug, record."status" as status,
      null as platform, null::boolean as trusted,
      left(concat_ws(chr(10), record."title", record."body", record."recommended_action", record."resolution"), 5000) as text
    from "signals" as record
    where found.kind = 'signal' and record.id = found.id
    union all
    select
      null as slug, record."title" as title, (select slug from products where id = record.product_id) as product_slug, record."status" as status,
      null as platform, null::boolean as trusted, left(concat_ws(chr(10), record."title", record."note"), 5000) as text
    from "tasks" as record
    where found.kind = 'task' and record.id = found.id
  ) as record
order by found.score desc, found.created_at desc, found.kind, found.id desc;

-- search.terms
with given as materialized (
    select number - 1 as number, text, is_prefix, stems, count(*) filter (where numnode(stems) > 0 and not is_excluded) over () > 0 as has_others
    from unnest(:texts::text[], :excluded::boolean[], :prefixes::boolean[]) with ordinality as given (text, is_excluded, is_prefix, number),
      phraseto_tsquery('russian', text) as stems
  ),
  term as materialized (
    select
      number,
      case when not is_prefix or (numnode(stems) = 0 and has_others) then stems else stems || to_tsquery('simple', '''' || text || ''':*') end || case
        when text ~ '^[0-9]{6,12}$' then to_tsquery('simple', 'id' || text)
        else ''::tsquery
      end as query
    from given
  ),
  place as (
    select 'product' as kind, products.id, array_agg(number) as terms
    from products join term on products.name_words @@ query
    group by products.id
    union all
    select 'app', apps.id, array_agg(number)
    from apps left join products on products.id = apps.product_id join term on apps.name_words @@ query or products.name_words @@ query
    where exists (select from term where apps.name_words @@ query)
    group by apps.id
  )
select
  (select coalesce(array_agg(query::text order by number), '{}') from term) as queries, (select coalesce(json_agg(place), '[]') from place) as places;
