-- portfolio/detail/app.ts: countRecords
select
  (
    select count(*)
    from signals
    where
      app_id = :id
      and "status" in ('open', 'acknowledged', 'in-progress')
  ) as "signals",
  (select count(*) from tasks where app_id = :id) as "tasks",
  (
    select count(*)
    from decisions
    where
      product_id = :product_id
      or (:product_id::bigint is null and app_id = :id)
  ) as "decisions";

-- portfolio/detail/product.ts: countRecords
select
  (select count(*) from apps where product_id = :id) as "apps",
  (
    select count(*)
    from signals
    where
      product_id = :id
      and "status" in ('open', 'acknowledged', 'in-progress')
  ) as "signals",
  (select count(*) from insights where product_id = :id and retracted_at is null) as "insights",
  (select count(*) from economics where product_id = :id and retracted_at is null) as "economics",
  (select count(*) from decisions where product_id = :id) as "decisions";
