-- portfolio/similar/fact.ts: signal, without filters
with
  sought as materialized (
    select
      stem, (case when length(stem) < 5 then stem else left(stem, 5) || ':*' end)::tsquery as query
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.russian', :title))) as stem
  ),
  ranked as materialized (
    select
      id,
      ts_rank(title_stems, (select string_agg(query::text, '|')::tsquery from sought), 1) as rank
    from
      (
        (
          select "id", "title_stems"
          from "signals"
          where direction_id = :direction_id
          order by id desc
          limit 2000
        )
        union all
        select record.*
        from
          products
          cross join lateral (
            select "id", "title_stems"
            from "signals"
            where product_id = products.id
            order by id desc
            limit 200
          ) as record
        where products.direction_id = :direction_id
      ) as record
  )
select
  array(select stem from sought) as title_stems,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select
          record.id, record.title,
          coalesce(
            (select 'app:' || slug from apps where id = record.app_id),
            (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          ) as place,
          record."status" as status,
          array_to_string(tsvector_to_array(record.title_stems), ' ') as stems,
          (select string_agg(stem, ' ') from sought where record.search @@ query) as found
        from
          (select * from ranked where rank > 0 order by rank desc, id desc) as closest
          join "signals" as record using (id)
        where
          not (
            record.status in ('resolved', 'dismissed')
            and coalesce(record."resolved_at", record.updated_at) < now() - interval '180 days'
          )
        order by rank desc, id desc
        limit 8
      ) as item
  ) as stored,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select id, title, severity, status
        from signals
        where
          (direction_id = :direction_id or product_id in (select id from products where direction_id = :direction_id))
          and "status" in ('open', 'acknowledged', 'in-progress')
        order by id desc
        limit 5
      ) as item
  ) as open_here;

-- portfolio/similar/fact.ts: signal, with all filters
with
  sought as materialized (
    select
      stem, (case when length(stem) < 5 then stem else left(stem, 5) || ':*' end)::tsquery as query
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.russian', :title))) as stem
  ),
  ranked as materialized (
    select
      id,
      ts_rank(title_stems, (select string_agg(query::text, '|')::tsquery from sought), 1) as rank
    from
      (
        (
          select "id", "title_stems"
          from "signals"
          where product_id = :product_id
          order by id desc
          limit 2000
        )
        union all
        (
          select "id", "title_stems"
          from "signals"
          where direction_id = (select direction_id from products where id = :product_id)
          order by id desc
          limit 2000
        )
      ) as record
  )
select
  array(select stem from sought) as title_stems,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select
          record.id, record.title,
          coalesce(
            (select 'app:' || slug from apps where id = record.app_id),
            (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          ) as place,
          record."status" as status,
          array_to_string(tsvector_to_array(record.title_stems), ' ') as stems,
          (select string_agg(stem, ' ') from sought where record.search @@ query) as found
        from
          (select * from ranked where rank > 0 order by rank desc, id desc) as closest
          join "signals" as record using (id)
        where
          not (
            record.status in ('resolved', 'dismissed')
            and coalesce(record."resolved_at", record.updated_at) < now() - interval '180 days'
          )
        order by rank desc, id desc
        limit 8
      ) as item
  ) as stored,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select id, title, severity, status
        from signals
        where
          product_id = :product_id
          and "status" in ('open', 'acknowledged', 'in-progress')
        order by signal_type = :signal_type desc, id desc
        limit 5
      ) as item
  ) as open_here;

-- portfolio/similar/fact.ts: insight, without filters
with
  sought as materialized (
    select
      stem, (case when length(stem) < 5 then stem else left(stem, 5) || ':*' end)::tsquery as query
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.russian', :title))) as stem
  ),
  ranked as materialized (
    select
      id,
      ts_rank(title_stems, (select string_agg(query::text, '|')::tsquery from sought), 1) as rank
    from
      (
        (
          select "id", "title_stems"
          from "insights"
          where direction_id = :direction_id
          order by id desc
          limit 2000
        )
        union all
        select record.*
        from
          products
          cross join lateral (
            select "id", "title_stems"
            from "insights"
            where product_id = products.id
            order by id desc
            limit 200
          ) as record
        where products.direction_id = :direction_id
      ) as record
  )
select
  array(select stem from sought) as title_stems,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select
          record.id, record.title,
          coalesce(
            (select 'app:' || slug from apps where id = record.app_id),
            (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          ) as place,
          null as status, array_to_string(tsvector_to_array(record.title_stems), ' ') as stems,
          (select string_agg(stem, ' ') from sought where record.search @@ query) as found
        from
          (select * from ranked where rank > 0 order by rank desc, id desc) as closest
          join "insights" as record using (id)
        where not (record.retracted_at is not null)
        order by rank desc, id desc
        limit 8
      ) as item
  ) as stored,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select id, title, severity, status
        from signals
        where
          (direction_id = :direction_id or product_id in (select id from products where direction_id = :direction_id))
          and "status" in ('open', 'acknowledged', 'in-progress')
        order by id desc
        limit 5
      ) as item
  ) as open_here;

-- portfolio/similar/fact.ts: insight, with all filters
with
  sought as materialized (
    select
      stem, (case when length(stem) < 5 then stem else left(stem, 5) || ':*' end)::tsquery as query
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.russian', :title))) as stem
  ),
  ranked as materialized (
    select
      id,
      ts_rank(title_stems, (select string_agg(query::text, '|')::tsquery from sought), 1) as rank
    from
      (
        (
          select "id", "title_stems"
          from "insights"
          where product_id = :product_id
          order by id desc
          limit 2000
        )
        union all
        (
          select "id", "title_stems"
          from "insights"
          where direction_id = (select direction_id from products where id = :product_id)
          order by id desc
          limit 2000
        )
      ) as record
  )
select
  array(select stem from sought) as title_stems,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select
          record.id, record.title,
          coalesce(
            (select 'app:' || slug from apps where id = record.app_id),
            (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          ) as place,
          null as status, array_to_string(tsvector_to_array(record.title_stems), ' ') as stems,
          (select string_agg(stem, ' ') from sought where record.search @@ query) as found
        from
          (select * from ranked where rank > 0 order by rank desc, id desc) as closest
          join "insights" as record using (id)
        where not (record.retracted_at is not null)
        order by rank desc, id desc
        limit 8
      ) as item
  ) as stored,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select id, title, severity, status
        from signals
        where
          product_id = :product_id
          and "status" in ('open', 'acknowledged', 'in-progress')
        order by signal_type = :signal_type desc, id desc
        limit 5
      ) as item
  ) as open_here;

-- portfolio/similar/fact.ts: decision, without filters
with
  sought as materialized (
    select
      stem, (case when length(stem) < 5 then stem else left(stem, 5) || ':*' end)::tsquery as query
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.russian', :title))) as stem
  ),
  ranked as materialized (
    select
      id,
      ts_rank(title_stems, (select string_agg(query::text, '|')::tsquery from sought), 1) as rank
    from
      (
        (
          select "id", "title_stems"
          from "decisions"
          where direction_id = :direction_id
          order by id desc
          limit 2000
        )
        union all
        select record.*
        from
          products
          cross join lateral (
            select "id", "title_stems"
            from "decisions"
            where product_id = products.id
            order by id desc
            limit 200
          ) as record
        where products.direction_id = :direction_id
      ) as record
  )
select
  array(select stem from sought) as title_stems,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select
          record.id, record.title,
          coalesce(
            (select 'app:' || slug from apps where id = record.app_id),
            (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          ) as place,
          record."status" as status,
          array_to_string(tsvector_to_array(record.title_stems), ' ') as stems,
          (select string_agg(stem, ' ') from sought where record.search @@ query) as found
        from
          (select * from ranked where rank > 0 order by rank desc, id desc) as closest
          join "decisions" as record using (id)
        where
          not (
            record.status in ('cancelled')
            and coalesce(record."updated_at", record.updated_at) < now() - interval '180 days'
          )
        order by rank desc, id desc
        limit 8
      ) as item
  ) as stored,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select id, title, severity, status
        from signals
        where
          (direction_id = :direction_id or product_id in (select id from products where direction_id = :direction_id))
          and "status" in ('open', 'acknowledged', 'in-progress')
        order by id desc
        limit 5
      ) as item
  ) as open_here;

-- portfolio/similar/fact.ts: decision, with all filters
with
  sought as materialized (
    select
      stem, (case when length(stem) < 5 then stem else left(stem, 5) || ':*' end)::tsquery as query
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.russian', :title))) as stem
  ),
  ranked as materialized (
    select
      id,
      ts_rank(title_stems, (select string_agg(query::text, '|')::tsquery from sought), 1) as rank
    from
      (
        (
          select "id", "title_stems"
          from "decisions"
          where product_id = :product_id
          order by id desc
          limit 2000
        )
        union all
        (
          select "id", "title_stems"
          from "decisions"
          where direction_id = (select direction_id from products where id = :product_id)
          order by id desc
          limit 2000
        )
      ) as record
  )
select
  array(select stem from sought) as title_stems,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select
          record.id, record.title,
          coalesce(
            (select 'app:' || slug from apps where id = record.app_id),
            (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          ) as place,
          record."status" as status,
          array_to_string(tsvector_to_array(record.title_stems), ' ') as stems,
          (select string_agg(stem, ' ') from sought where record.search @@ query) as found
        from
          (select * from ranked where rank > 0 order by rank desc, id desc) as closest
          join "decisions" as record using (id)
        where
          not (
            record.status in ('cancelled')
            and coalesce(record."updated_at", record.updated_at) < now() - interval '180 days'
          )
        order by rank desc, id desc
        limit 8
      ) as item
  ) as stored,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select id, title, severity, status
        from signals
        where
          product_id = :product_id
          and "status" in ('open', 'acknowledged', 'in-progress')
        order by signal_type = :signal_type desc, id desc
        limit 5
      ) as item
  ) as open_here;

-- portfolio/similar/fact.ts: task, without filters
with
  sought as materialized (
    select
      stem, (case when length(stem) < 5 then stem else left(stem, 5) || ':*' end)::tsquery as query
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.russian', :title))) as stem
  ),
  ranked as materialized (
    select
      id,
      ts_rank(title_stems, (select string_agg(query::text, '|')::tsquery from sought), 1) as rank
    from
      (
        (
          select "id", "title_stems"
          from "tasks"
          where direction_id = :direction_id
          order by id desc
          limit 2000
        )
        union all
        select record.*
        from
          products
          cross join lateral (
            select "id", "title_stems"
            from "tasks"
            where product_id = products.id
            order by id desc
            limit 200
          ) as record
        where products.direction_id = :direction_id
      ) as record
  )
select
  array(select stem from sought) as title_stems,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select
          record.id, record.title,
          coalesce(
            (select 'app:' || slug from apps where id = record.app_id),
            (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          ) as place,
          record."status" as status,
          array_to_string(tsvector_to_array(record.title_stems), ' ') as stems,
          (select string_agg(stem, ' ') from sought where record.search @@ query) as found
        from
          (select * from ranked where rank > 0 order by rank desc, id desc) as closest
          join "tasks" as record using (id)
        where
          not (
            record.status in ('done', 'cancelled')
            and coalesce(record."done_at", record.updated_at) < now() - interval '180 days'
          )
        order by rank desc, id desc
        limit 8
      ) as item
  ) as stored,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select id, title, severity, status
        from signals
        where
          (direction_id = :direction_id or product_id in (select id from products where direction_id = :direction_id))
          and "status" in ('open', 'acknowledged', 'in-progress')
        order by id desc
        limit 5
      ) as item
  ) as open_here;

-- portfolio/similar/fact.ts: task, with all filters
with
  sought as materialized (
    select
      stem, (case when length(stem) < 5 then stem else left(stem, 5) || ':*' end)::tsquery as query
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.russian', :title))) as stem
  ),
  ranked as materialized (
    select
      id,
      ts_rank(title_stems, (select string_agg(query::text, '|')::tsquery from sought), 1) as rank
    from
      (
        (select "id", "title_stems" from "tasks" where product_id = :product_id order by id desc limit 2000)
        union all
        (
          select "id", "title_stems"
          from "tasks"
          where direction_id = (select direction_id from products where id = :product_id)
          order by id desc
          limit 2000
        )
      ) as record
  )
select
  array(select stem from sought) as title_stems,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select
          record.id, record.title,
          coalesce(
            (select 'app:' || slug from apps where id = record.app_id),
            (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          ) as place,
          record."status" as status,
          array_to_string(tsvector_to_array(record.title_stems), ' ') as stems,
          (select string_agg(stem, ' ') from sought where record.search @@ query) as found
        from
          (select * from ranked where rank > 0 order by rank desc, id desc) as closest
          join "tasks" as record using (id)
        where
          not (
            record.status in ('done', 'cancelled')
            and coalesce(record."done_at", record.updated_at) < now() - interval '180 days'
          )
        order by rank desc, id desc
        limit 8
      ) as item
  ) as stored,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select id, title, severity, status
        from signals
        where
          product_id = :product_id
          and "status" in ('open', 'acknowledged', 'in-progress')
        order by signal_type = :signal_type desc, id desc
        limit 5
      ) as item
  ) as open_here;

-- portfolio/similar/name.ts: selectNames, without filters
select
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select
          kind, id, slug, title, status, place,
          max(
            (
              similarity (found.name, sought.name) + greatest(strict_word_similarity (found.name, sought.name), strict_word_similarity (sought.name, found.name))
            ) / 2
          ) as score
        from
          (select search_text (name) as name from unnest(:names::text[]) as name) as sought
          cross join lateral (
            select
              'product' as kind, record.id, record.slug, record.name as title,
              record."portfolio_status" as status,
              (select 'direction:' || slug from directions where id = record.direction_id) as place,
              search_text (record."name") as name
            from "products" as record
            where search_text (record."name") % sought.name
            union all
            select
              'app' as kind, record.id, record.slug, record.name as title,
              record."implementation_status" as status,
              coalesce(
                (select 'product:' || slug from products where id = record.product_id),
                (select 'direction:' || slug from directions where id = record.direction_id)
              ) as place,
              search_text (record."name") as name
            from "apps" as record
            where search_text (record."name") % sought.name
            union all
            select
              'app' as kind, record.id, record.slug, record.name as title,
              record."implementation_status" as status,
              coalesce(
                (select 'product:' || slug from products where id = record.product_id),
                (select 'direction:' || slug from directions where id = record.direction_id)
              ) as place,
              search_text (record."product_candidate_name") as name
            from "apps" as record
            where search_text (record."product_candidate_name") % sought.name
          ) as found
        group by kind, id, slug, title, status, place
      ) as item
  ) as similar,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select id, title, severity, status
        from signals
        where
          (direction_id = :direction_id or product_id in (select id from products where direction_id = :direction_id))
          and "status" in ('open', 'acknowledged', 'in-progress')
        order by id desc
        limit 5
      ) as item
  ) as open_here;

-- portfolio/similar/name.ts: selectNames, with all filters
select
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select
          kind, id, slug, title, status, place,
          max(
            (
              similarity (found.name, sought.name) + greatest(strict_word_similarity (found.name, sought.name), strict_word_similarity (sought.name, found.name))
            ) / 2
          ) as score
        from
          (select search_text (name) as name from unnest(:names::text[]) as name) as sought
          cross join lateral (
            select
              'product' as kind, record.id, record.slug, record.name as title,
              record."portfolio_status" as status,
              (select 'direction:' || slug from directions where id = record.direction_id) as place,
              search_text (record."name") as name
            from "products" as record
            where search_text (record."name") % sought.name
            union all
            select
              'app' as kind, record.id, record.slug, record.name as title,
              record."implementation_status" as status,
              coalesce(
                (select 'product:' || slug from products where id = record.product_id),
                (select 'direction:' || slug from directions where id = record.direction_id)
              ) as place,
              search_text (record."name") as name
            from "apps" as record
            where search_text (record."name") % sought.name
            union all
            select
              'app' as kind, record.id, record.slug, record.name as title,
              record."implementation_status" as status,
              coalesce(
                (select 'product:' || slug from products where id = record.product_id),
                (select 'direction:' || slug from directions where id = record.direction_id)
              ) as place,
              search_text (record."product_candidate_name") as name
            from "apps" as record
            where search_text (record."product_candidate_name") % sought.name
          ) as found
        group by kind, id, slug, title, status, place
      ) as item
  ) as similar,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select id, title, severity, status
        from signals
        where
          product_id = :product_id
          and "status" in ('open', 'acknowledged', 'in-progress')
        order by signal_type = :signal_type desc, id desc
        limit 5
      ) as item
  ) as open_here;

-- portfolio/similar/period.ts: selectPeriods, without filters
select
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select
          'economics' as kind, record.id, null as slug, record.title,
          record.economics_status as status,
          (least(record.period_end, :period_end::date) - greatest(record.period_start, :period_start::date) + 1)::float8 / (greatest(record.period_end, :period_end::date) - least(record.period_start, :period_start::date) + 1) as score,
          coalesce(
            (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          ) as place
        from
          (
            (
              select
                "id", "title", "economics_status", "period_start",
                "period_end", "retracted_at", "product_id", "direction_id"
              from "economics"
              where direction_id = :direction_id
              order by id desc
              limit 2000
            )
            union all
            select record.*
            from
              products
              cross join lateral (
                select
                  "id", "title", "economics_status", "period_start",
                  "period_end", "retracted_at", "product_id", "direction_id"
                from "economics"
                where product_id = products.id
                order by id desc
                limit 200
              ) as record
            where products.direction_id = :direction_id
          ) as record
        where
          record.period_start <= :period_end::date
          and record.period_end >= :period_start::date
          and record.retracted_at is null
      ) as item
  ) as similar,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select id, title, severity, status
        from signals
        where
          (direction_id = :direction_id or product_id in (select id from products where direction_id = :direction_id))
          and "status" in ('open', 'acknowledged', 'in-progress')
        order by id desc
        limit 5
      ) as item
  ) as open_here;

-- portfolio/similar/period.ts: selectPeriods, with all filters
select
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select
          'economics' as kind, record.id, null as slug, record.title,
          record.economics_status as status,
          (least(record.period_end, :period_end::date) - greatest(record.period_start, :period_start::date) + 1)::float8 / (greatest(record.period_end, :period_end::date) - least(record.period_start, :period_start::date) + 1) as score,
          coalesce(
            (select 'product:' || slug from products where id = record.product_id),
            (select 'direction:' || slug from directions where id = record.direction_id)
          ) as place
        from
          (
            (
              select
                "id", "title", "economics_status", "period_start",
                "period_end", "retracted_at", "product_id", "direction_id"
              from "economics"
              where product_id = :product_id
              order by id desc
              limit 2000
            )
            union all
            (
              select
                "id", "title", "economics_status", "period_start",
                "period_end", "retracted_at", "product_id", "direction_id"
              from "economics"
              where direction_id = (select direction_id from products where id = :product_id)
              order by id desc
              limit 2000
            )
          ) as record
        where
          record.period_start <= :period_end::date
          and record.period_end >= :period_start::date
          and record.retracted_at is null
      ) as item
  ) as similar,
  (
    select coalesce(json_agg(item), '[]')
    from
      (
        select id, title, severity, status
        from signals
        where
          product_id = :product_id
          and "status" in ('open', 'acknowledged', 'in-progress')
        order by signal_type = :signal_type desc, id desc
        limit 5
      ) as item
  ) as open_here;
