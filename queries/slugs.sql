-- slugs.apps
select "slug", "name"
from "apps"
order by "id" desc
limit 2000;

-- slugs.directions
select "slug", "name"
from "directions"
order by "id";

-- slugs.products
select "slug", "name"
from "products"
order by "is_favorite" desc, "id" desc
limit 2000;
