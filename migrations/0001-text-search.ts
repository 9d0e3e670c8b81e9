import { Migration } from '@mikro-orm/migrations'

/**
 * Creates what the searches use: the extensions, the functions that return the words of a text, and the one that returns
 * the trigrams of a title as bits, which finds the records similar to a new one.
 */
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

    this.addSql(`
      create function title_trigrams(value text) returns bit(256)
        language plpgsql immutable parallel safe strict as $$
        declare
          words text := '  ' || regexp_replace(trim(${searchText}), ' +', '  ', 'g') || ' ';
          bits bit(256) := 0::bit(256);
        begin
          for start in 1 .. length(words) - 2 loop
            bits := set_bit(bits, hashtext(substr(words, start, 3)) & 255, 1);
          end loop;
          return bits;
        end $$;
    `)
  }
}

// What `search_text` returns. The other functions do not call it, so that a restore needs no search path.
const searchText = `regexp_replace(
            translate(lower(normalize(value, nfkc) collate "und-x-icu"), 'ё', 'е'), '[^[:alnum:]]', ' ', 'g')`
