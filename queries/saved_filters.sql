-- saved_filters.of_list
select
  "filter"."id", "filter"."collection", "filter"."name", "filter"."query",
  "filter"."is_shared", "filter"."created_at", json_build_object('id', owner.id, 'name', owner.name) as "owner", filter.user_id = :user_id as "is_own"
from "saved_filters" as "filter" inner join "users" as "owner" on "owner"."id" = "filter"."user_id"
where (filter.user_id = :user_id or filter.is_shared) and "filter"."collection" = :collection
order by "is_own" desc, lower(filter.name), "filter"."id";
