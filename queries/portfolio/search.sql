-- portfolio/search/places.ts: selectTerms
with
  given as materialized (
    select
      number - 1 as number, text, is_prefix, stems,
      count(*) filter (where numnode(stems) > 0 and not is_excluded) over () > 0 as has_others
    from
      unnest(:texts::text[], :excluded::boolean[], :prefixes::boolean[]) with ordinality as given (text, is_excluded, is_prefix, number),
      phraseto_tsquery('russian', text) as stems
  ),
  term as materialized (
    select
      number,
      case
        when not is_prefix
        or (numnode(stems) = 0 and has_others) then stems
        else stems || to_tsquery('simple', '''' || text || ''':*')
      end || case
        when text ~ '^[0-9]{6,12}$' then to_tsquery('simple', 'id' || text)
        else ''::tsquery
      end as query
    from given
  ),
  place as (
    select 'product' as kind, products.id, array_agg(number) as terms
    from
      products
      join term on products.name_words @@ query
    group by products.id
    union all
    select 'app', apps.id, array_agg(number)
    from
      apps
      left join products on products.id = apps.product_id
      join term on apps.name_words @@ query
      or products.name_words @@ query
    where exists (select from term where apps.name_words @@ query)
    group by apps.id
  )
select
  (select coalesce(array_agg(query::text order by number), '{}') from term) as queries,
  (select coalesce(json_agg(place), '[]') from place) as places;

-- portfolio/search/select.ts: select, without filters
select
  found.kind, found.id, record.slug, record.title,
  record.product_slug, record.status, record.trusted, record.platform,
  round(found.score::numeric, 3)::float8 as score, record.text,
  length(record.title) as title_length, record.text as marked
from
  (
    select *
    from
      (
        (
          select 'signal' as kind, record.id, record.created_at, 0::float8 as score
          from "signals" as record
          where (true)
          order by record.id desc
          limit 5
        )
        union all
        (
          select 'task' as kind, record.id, record.created_at, 0::float8 as score
          from "tasks" as record
          where (true)
          order by record.id desc
          limit 5
        )
      ) as found
    order by score desc, created_at desc, kind, id desc
    limit 5
  ) as found
  cross join lateral (
    select
      null as slug, record."title" as title,
      (select slug from products where id = record.product_id) as product_slug,
      record."status" as status, null as platform, null::boolean as trusted,
      left(
        concat_ws(chr(10), record."title", record."body", record."recommended_action", record."resolution"),
        5000
      ) as text
    from "signals" as record
    where
      found.kind = 'signal'
      and record.id = found.id
    union all
    select
      null as slug, record."title" as title,
      (select slug from products where id = record.product_id) as product_slug,
      record."status" as status, null as platform, null::boolean as trusted,
      left(concat_ws(chr(10), record."title", record."note"), 5000) as text
    from "tasks" as record
    where
      found.kind = 'task'
      and record.id = found.id
  ) as record
order by found.score desc, found.created_at desc, found.kind, found.id desc;

-- portfolio/search/select.ts: select, with all filters
select
  found.kind, found.id, record.slug, record.title,
  record.product_slug, record.status, record.trusted, record.platform,
  round(found.score::numeric, 3)::float8 as score, record.text,
  length(record.title) as title_length,
  ts_headline('russian', search_text (record.text), :any::tsquery, 'HighlightAll=true, StartSel=, StopSel=') as marked
from
  (
    select *
    from
      (
        (
          with
            matches as materialized (
              select
                record."id", record."created_at", record."search", record."product_id",
                record."app_id"
              from "signals" as record
              where
                (true and record."product_id" = (select id from products where slug = :product_slug))
                and (
                  (
                    record.search @@ :tsquery::tsquery
                    and (
                      record."product_id" = any (:excluded_products::bigint[])
                      or record."app_id" = any (:excluded_apps::bigint[])
                    ) is not true
                  )
                  or (
                    (
                      (
                        record."product_id" = any (:placed_0_products::bigint[])
                        and record."app_id" = any (:excluded_apps::bigint[]) is not true
                      )
                      or record."app_id" = any (:placed_0_apps::bigint[])
                    )
                    and record.search @@ :placed_0_tsquery::tsquery
                  )
                )
              limit 1000
            ),
            newest as materialized (
              select *
              from
                (
                  select
                    record."id", record."created_at", record."search", record."product_id",
                    record."app_id"
                  from "signals" as record
                  where (true and record."product_id" = (select id from products where slug = :product_slug))
                  order by record.id desc
                  limit 5000
                ) as record
              where
                (select count(*) from matches) = 1000
                and (
                  (
                    record.search @@ :tsquery::tsquery
                    and (
                      record."product_id" = any (:excluded_products::bigint[])
                      or record."app_id" = any (:excluded_apps::bigint[])
                    ) is not true
                  )
                  or (
                    (
                      (
                        record."product_id" = any (:placed_0_products::bigint[])
                        and record."app_id" = any (:excluded_apps::bigint[]) is not true
                      )
                      or record."app_id" = any (:placed_0_apps::bigint[])
                    )
                    and record.search @@ :placed_0_tsquery::tsquery
                  )
                )
              limit 1000
            )
          select
            'signal' as kind, record.id, record.created_at,
            (
              0.5 * least(
                1,
                (
                  (
                    select count(*)
                    from unnest(:wanted::text[]) as term
                    where record.search @@ term::tsquery
                  ) + greatest(
                    case
                      when (
                        (
                          (
                            record."product_id" = any (:placed_0_products::bigint[])
                            and record."app_id" = any (:excluded_apps::bigint[]) is not true
                          )
                          or record."app_id" = any (:placed_0_apps::bigint[])
                        )
                        and record.search @@ :placed_0_tsquery::tsquery
                      ) then :placed_0_named::int
                      else 0
                    end
                  )
                )::float8 / cardinality(:wanted::text[])
              ) + 0.1 * (ts_filter(record.search, '{a}') @@ :any::tsquery)::int + 0.1 * least(ts_rank(record.search, :any::tsquery), 1)
            )::float8 as score
          from
            (
              select *
              from newest
              union all
              select *
              from matches
              where id not in (select id from newest)
            ) as record
          order by score desc, record.id desc
          limit 5
        )
        union all
        (
          with
            matches as materialized (
              select
                record."id", record."created_at", record."search", record."product_id",
                record."app_id"
              from "tasks" as record
              where
                (true and record."product_id" = (select id from products where slug = :product_slug))
                and (
                  (
                    record.search @@ :tsquery::tsquery
                    and (
                      record."product_id" = any (:excluded_products::bigint[])
                      or record."app_id" = any (:excluded_apps::bigint[])
                    ) is not true
                  )
                  or (
                    (
                      (
                        record."product_id" = any (:placed_0_products::bigint[])
                        and record."app_id" = any (:excluded_apps::bigint[]) is not true
                      )
                      or record."app_id" = any (:placed_0_apps::bigint[])
                    )
                    and record.search @@ :placed_0_tsquery::tsquery
                  )
                )
              limit 1000
            ),
            newest as materialized (
              select *
              from
                (
                  select
                    record."id", record."created_at", record."search", record."product_id",
                    record."app_id"
                  from "tasks" as record
                  where (true and record."product_id" = (select id from products where slug = :product_slug))
                  order by record.id desc
                  limit 5000
                ) as record
              where
                (select count(*) from matches) = 1000
                and (
                  (
                    record.search @@ :tsquery::tsquery
                    and (
                      record."product_id" = any (:excluded_products::bigint[])
                      or record."app_id" = any (:excluded_apps::bigint[])
                    ) is not true
                  )
                  or (
                    (
                      (
                        record."product_id" = any (:placed_0_products::bigint[])
                        and record."app_id" = any (:excluded_apps::bigint[]) is not true
                      )
                      or record."app_id" = any (:placed_0_apps::bigint[])
                    )
                    and record.search @@ :placed_0_tsquery::tsquery
                  )
                )
              limit 1000
            )
          select
            'task' as kind, record.id, record.created_at,
            (
              0.5 * least(
                1,
                (
                  (
                    select count(*)
                    from unnest(:wanted::text[]) as term
                    where record.search @@ term::tsquery
                  ) + greatest(
                    case
                      when (
                        (
                          (
                            record."product_id" = any (:placed_0_products::bigint[])
                            and record."app_id" = any (:excluded_apps::bigint[]) is not true
                          )
                          or record."app_id" = any (:placed_0_apps::bigint[])
                        )
                        and record.search @@ :placed_0_tsquery::tsquery
                      ) then :placed_0_named::int
                      else 0
                    end
                  )
                )::float8 / cardinality(:wanted::text[])
              ) + 0.1 * (ts_filter(record.search, '{a}') @@ :any::tsquery)::int + 0.1 * least(ts_rank(record.search, :any::tsquery), 1)
            )::float8 as score
          from
            (
              select *
              from newest
              union all
              select *
              from matches
              where id not in (select id from newest)
            ) as record
          order by score desc, record.id desc
          limit 5
        )
      ) as found
    order by score desc, created_at desc, kind, id desc
  ) as found
  cross join lateral (
    select
      null as slug, record."title" as title,
      (select slug from products where id = record.product_id) as product_slug,
      record."status" as status, null as platform, null::boolean as trusted,
      left(
        concat_ws(chr(10), record."title", record."body", record."recommended_action", record."resolution"),
        5000
      ) as text
    from "signals" as record
    where
      found.kind = 'signal'
      and record.id = found.id
    union all
    select
      null as slug, record."title" as title,
      (select slug from products where id = record.product_id) as product_slug,
      record."status" as status, null as platform, null::boolean as trusted,
      left(concat_ws(chr(10), record."title", record."note"), 5000) as text
    from "tasks" as record
    where
      found.kind = 'task'
      and record.id = found.id
  ) as record
order by found.score desc, found.created_at desc, found.kind, found.id desc;
