import { Migration } from '@mikro-orm/migrations'

/**
 * Creates the imports of CSV files: the lines of an uploaded file, with the mapping of its columns and its preview, and
 * the mappings that users made.
 */
export class Imports extends Migration {
  override up(): void {
    this.addSql(`
      create table "staged_imports" (
        "id" bigserial primary key,
        "kind" text not null,
        "file_name" text not null,
        "size" int not null,
        "delimiter" text not null default ',',
        "columns" jsonb not null,
        "lines" int not null default 0,
        "mapping" jsonb null,
        "preview" jsonb null,
        "processed" int not null default 0,
        "result" jsonb null,
        "imported_at" timestamptz(3) null,
        "request_id" text null,
        "created_at" timestamptz(3) not null default now(),
        "created_by" jsonb not null
      );
      create index "staged_imports_created" on "staged_imports" ("created_at");
      alter table "staged_imports"
        add constraint "staged_imports_kind_check"
        check ("kind" in ('products', 'apps', 'keyword-positions', 'competitor-reviews', 'store-truth'));
    `)

    this.addSql(`
      create table "staged_lines" (
        "id" bigserial primary key,
        "import_id" bigint not null,
        "lines" text not null
      );
      create index "staged_lines_import" on "staged_lines" ("import_id", "id");
      alter table "staged_lines"
        add constraint "staged_lines_import_id_foreign"
        foreign key ("import_id") references "staged_imports" ("id") on delete cascade;
    `)

    this.addSql(`
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
