import { Migration } from '@mikro-orm/migrations'

/**
 * Allows imports of products and apps. Stores the delimiter of an uploaded file, and when and in which request it was
 * imported, so that its changes can be found in the history. Files uploaded before have commas.
 */
export class ImportedRecords extends Migration {
  override up(): void {
    this.addSql(`
      alter table "staged_imports"
        drop constraint "staged_imports_kind_check",
        add constraint "staged_imports_kind_check"
          check ("kind" in ('products', 'apps', 'keyword-positions', 'competitor-reviews', 'store-truth')),
        add column "delimiter" text not null default ',',
        add column "imported_at" timestamptz(3) null,
        add column "request_id" text null;
    `)
  }
}
