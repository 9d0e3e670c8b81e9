import { Migration } from '@mikro-orm/migrations'

/**
 * Stores the lines of an uploaded file instead of its bytes, so that it is parsed once, with the mapping of its
 * columns and its preview. Adds the mappings that users made. Files uploaded before have no lines and are deleted.
 */
export class StagedLines extends Migration {
  override up(): void {
    this.addSql(`
      delete from "staged_imports";
      alter table "staged_imports"
        drop column "content",
        add column "columns" jsonb not null,
        add column "lines" int not null default 0,
        add column "mapping" jsonb null,
        add column "preview" jsonb null;

      create table "staged_lines" (
        "id" bigserial primary key,
        "import_id" bigint not null,
        "lines" text not null
      );
      create index "staged_lines_import" on "staged_lines" ("import_id", "id");
      alter table "staged_lines"
        add constraint "staged_lines_import_id_foreign"
        foreign key ("import_id") references "staged_imports" ("id") on delete cascade;

      create table "import_mappings" (
        "id" bigserial primary key,
        "user_id" bigint not null,
        "kind" text not null,
        "columns_digest" text not null,
        "mapping" jsonb not null,
        "updated_at" timestamptz(3) not null default now()
      );
      alter table "import_mappings"
        add constraint "import_mappings_columns_taken" unique ("kind", "columns_digest", "user_id");
      alter table "import_mappings"
        add constraint "import_mappings_user_id_foreign"
        foreign key ("user_id") references "users" ("id") on delete cascade;
    `)
  }
}
