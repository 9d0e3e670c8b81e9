import { Migration } from '@mikro-orm/migrations'

/**
 * Creates the evidence of insights, economics, decisions and tasks as rows, so that the database checks that it exists.
 * Triggers derive them from the column `evidence` of these tables. `is_retracted` says whether such a record was retracted.
 */
export class Evidence extends Migration {
  override up(): void {
    this.addSql(`
      create table "evidence" (
        "record_type" text not null,
        "record_id" bigint not null,
        "position" int not null,
        "type" text not null,
        "evidence_id" bigint not null,
        "for_insight_id" bigint null generated always as
          (case when record_type = 'insight' then record_id else null end) stored,
        "for_economics_id" bigint null generated always as
          (case when record_type = 'economics' then record_id else null end) stored,
        "for_decision_id" bigint null generated always as
          (case when record_type = 'decision' then record_id else null end) stored,
        "for_task_id" bigint null generated always as
          (case when record_type = 'task' then record_id else null end) stored,
        "signal_id" bigint null generated always as
          (case when type = 'signal' then evidence_id else null end) stored,
        "insight_id" bigint null generated always as
          (case when type = 'insight' then evidence_id else null end) stored,
        "economics_id" bigint null generated always as
          (case when type = 'economics' then evidence_id else null end) stored,
        "decision_id" bigint null generated always as
          (case when type = 'decision' then evidence_id else null end) stored,
        primary key ("record_type", "record_id", "position")
      );
      create index "evidence_of" on "evidence" ("type", "evidence_id");
      alter table "evidence"
        add constraint "evidence_record_check"
        check (num_nonnulls("for_insight_id", "for_economics_id", "for_decision_id", "for_task_id") = 1);
      alter table "evidence"
        add constraint "evidence_type_check"
        check (num_nonnulls("signal_id", "insight_id", "economics_id", "decision_id") = 1);
      alter table "evidence"
        add constraint "evidence_for_insight_id_foreign"
        foreign key ("for_insight_id") references "insights" ("id") on delete no action;
      alter table "evidence"
        add constraint "evidence_for_economics_id_foreign"
        foreign key ("for_economics_id") references "economics" ("id") on delete no action;
      alter table "evidence"
        add constraint "evidence_for_decision_id_foreign"
        foreign key ("for_decision_id") references "decisions" ("id") on delete no action;
      alter table "evidence"
        add constraint "evidence_for_task_id_foreign"
        foreign key ("for_task_id") references "tasks" ("id") on delete no action;
      alter table "evidence"
        add constraint "evidence_signal_id_foreign"
        foreign key ("signal_id") references "signals" ("id") on delete no action;
      alter table "evidence"
        add constraint "evidence_insight_id_foreign"
        foreign key ("insight_id") references "insights" ("id") on delete no action;
      alter table "evidence"
        add constraint "evidence_economics_id_foreign"
        foreign key ("economics_id") references "economics" ("id") on delete no action;
      alter table "evidence"
        add constraint "evidence_decision_id_foreign"
        foreign key ("decision_id") references "decisions" ("id") on delete no action;
    `)

    this.addSql(`
      create function store_evidence() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          delete from evidence where record_type = tg_argv[0] and record_id = new.id;
        end if;
        insert into evidence (record_type, record_id, position, type, evidence_id)
        select tg_argv[0], new.id, position, item->>'type', (item->>'id')::bigint
        from jsonb_array_elements(new.evidence) with ordinality as listed (item, position);
        return null;
      end $$;
    `)

    this.addSql(`
      create function is_retracted(record_type text, record_id bigint) returns boolean
        language plpgsql stable parallel safe as $$
        begin
          return case record_type
            when 'insight' then exists (select from insights where id = record_id and retracted_at is not null)
            when 'economics' then exists (select from economics where id = record_id and retracted_at is not null)
            else false end;
        end $$;
    `)

    for (const [table, type] of Object.entries(supported))
      this.addSql(`
        create trigger "${table}_evidence" after insert or update of "evidence" on "${table}"
          for each row execute function store_evidence('${type}');
      `)
  }
}

const supported = { insights: 'insight', economics: 'economics', decisions: 'decision', tasks: 'task' }
