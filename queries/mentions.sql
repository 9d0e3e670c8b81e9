-- mentions.of_notes
select "note_id", "mentions"."name", case when users.id is not null then json_build_object('id', users.id, 'name', users.name) end as "user"
from "mentions" left join "users" on "users"."id" = "mentions"."user_id"
where note_id = any (:note_ids::bigint[]);

-- mentions.unseen
select "id", "record_type", "record_id", "author", "created_at", left(body, 500) as "body"
from "notes"
where id in (select distinct note_id from mentions where user_id = :user_id and seen_at is null order by note_id desc limit 100)
order by "id" desc;

-- mentions.unseen_about
select distinct
  "mentions"."note_id"
from "mentions" inner join "notes" on "notes"."id" = "mentions"."note_id"
where "mentions"."user_id" = :user_id and "mentions"."seen_at" is null and "notes"."record_type" = :record_type and "notes"."record_id" = :record_id;
