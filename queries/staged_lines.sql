-- staged_lines.part
select "id", "lines"
from "staged_lines"
where "import_id" = :import_id and "id" > :last and "id" <= :end
order by "id"
limit 1;
