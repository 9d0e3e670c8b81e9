import { Migration } from '@mikro-orm/migrations'

/** Adds the words of each portfolio record, for the search. */
export class Search extends Migration {
  override up(): void {
    // The locale of a database decides which characters the text search parser and `lower` regard as letters. ICU
    // decides it here, so that the words are the same on every server: in lower case, ё as е, separated by spaces.
    this.addSql(`
      create function search_text(value text) returns text
        language sql immutable parallel safe
        return regexp_replace(
          translate(lower(normalize(value, nfkc) collate "und-x-icu"), 'ё', 'е'), '[^[:alnum:]]', ' ', 'g');
    `)

    // Every word as it is written, for prefixes, and its stem: Russian or English, by its letters.
    this.addSql(`
      create function search_words(value text) returns tsvector
        language sql immutable parallel safe
        return to_tsvector('pg_catalog.simple', search_text(coalesce(value, '')))
          || to_tsvector('pg_catalog.russian', search_text(coalesce(value, '')));
    `)

    // An index of both the place and the words finds the words of one product. Extensions of this kind are trusted.
    this.addSql('create extension if not exists "btree_gin"')
    for (const [table, { place, texts }] of Object.entries(searched)) {
      const words = texts.map(
        (name, place) => `setweight(search_words(${name}), '${place === 0 ? 'A' : 'B'}')`,
      )
      this.addSql(`
        alter table "${table}"
          add column "search" tsvector generated always as (${words.join(' || ')}) stored;
        create index "${table}_words" on "${table}" using gin (${place ? `"${place}", ` : ''}"search") with (fastupdate = off);
      `)
    }
  }
}

// The column of the place of a record, and its texts, the title first.
const searched: Record<string, { place?: 'product_id' | 'direction_id'; texts: string[] }> = {
  products: {
    place: 'direction_id',
    texts: [
      'name',
      'slug',
      'summary',
      'monetization_model',
      'health_summary',
      'risk_summary',
      'growth_chance',
      'next_step',
    ],
  },
  apps: {
    place: 'product_id',
    texts: [
      'name',
      'slug',
      'package_id',
      'bundle_id',
      'store_url',
      'product_candidate_name',
      'portfolio_note',
    ],
  },
  signals: { place: 'product_id', texts: ['title', 'body', 'recommended_action', 'resolution'] },
  insights: { place: 'product_id', texts: ['title', 'body'] },
  economics: {
    place: 'product_id',
    texts: [
      'title',
      'conclusion',
      'acquisition_summary',
      'behavior_summary',
      'store_confirmation_summary',
      'roi_summary',
    ],
  },
  decisions: { place: 'product_id', texts: ['title', 'decision', 'rationale'] },
  tasks: { place: 'product_id', texts: ['title', 'note'] },
  canon_rules: { texts: ['title', 'body'] },
}
