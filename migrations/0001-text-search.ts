import { Migration } from '@mikro-orm/migrations'

/** Creates what the searches use: the extensions, and the functions that return the words of a text. */
export class TextSearch extends Migration {
  override up(): void {
    // Extensions of this kind are trusted: the owner of the database may create them. `btree_gin` allows an index of
    // both the place and the words, which finds the words of one product.
    this.addSql(`
      create extension if not exists "pg_trgm";
      create extension if not exists "btree_gin";
    `)

    // The locale of a database decides which characters the text search parser and `lower` regard as letters. ICU
    // decides it here, so that the words are the same on every server: in lower case, ё as е, separated by spaces.
    this.addSql(`
      create function search_text(value text) returns text
        language sql immutable parallel safe
        return ${searchText};
    `)

    // Every word as it is written, for prefixes, and its stem: Russian or English, by its letters. PostgreSQL
    // would inline a function in SQL anew for each statement.
    this.addSql(`
      create function search_words(value text) returns tsvector
        language plpgsql immutable parallel safe as $$
        declare
          words text := ${searchText};
        begin
          if words is null then
            return '';
          end if;
          return to_tsvector('pg_catalog.simple', words) || to_tsvector('pg_catalog.russian', words);
        end $$;
    `)

    // Only the stems, by which similar records are found.
    this.addSql(`
      create function search_stems(value text) returns tsvector
        language plpgsql immutable parallel safe strict as $$
        begin
          return to_tsvector('pg_catalog.russian', ${searchText});
        end $$;
    `)
  }
}

// What `search_text` returns. The other functions do not call it, so that a restore needs no search path.
const searchText = `regexp_replace(
            translate(lower(normalize(value, nfkc) collate "und-x-icu"), 'ё', 'е'), '[^[:alnum:]]', ' ', 'g')`
