import { recordCatalog } from '../../src/catalog/record-catalog.ts'
import type { AdminWorld } from './admin-world.ts'
import { sql } from './makers.ts'

// The characters of `foreign` and `blank` that cannot be seen.
const unseen = /[\u00ad\u200b\u202e\u2066\u2800\u3164\u{e0041}]/u
/** A text with characters that cannot be seen, and with emoji that consist of several characters. */
export const foreign = 'seen\u202eneht\u200b\u2066\u{e0041}\u3164\u2800\u00adend 👩‍👩‍👧 ❤️ 1️⃣'
/** The foreign text as pages show it. */
export const shownForeign = 'seen[U+202E]neht[U+200B][U+2066][U+E0041][U+3164][U+2800][U+00AD]end 👩‍👩‍👧 ❤️ 1️⃣'
// A name without a character that can be seen.
const blank = '\u3164 \u2800'

// These columns contain no text that a person or a program chooses, or are keys.
const fixed =
  /^(slug|email|password|digest|secret|display|message_id|cursor|snapshot|sender|store_key|search|words|guard_when|country|version|credential|native_id|chat_id|language|time_zone|operation|method|path|key|type|kind|state|result|model|client_id|collection|query|record_type|event|surface)$|digest|_url$|^url$|secret/

const tables = [
  ...[...recordCatalog.values()].map(({ table }) => table),
  'notes',
  'turns',
  'saved_filters',
  'request_logs',
  'deliveries',
  'oauth_records',
]

/**
 * Puts the foreign text into every text of every record, directly in the database, and gives the second record of each
 * kind a blank name. The authors of changes have such names too.
 */
export async function storeForeignTexts(world: AdminWorld): Promise<void> {
  const columns = await sql(
    world,
    `select table_name, column_name from information_schema.columns
      where table_schema = current_schema and data_type = 'text' and is_generated = 'NEVER' and table_name = any($1)`,
    tables,
  )
  for (const { table_name, column_name } of columns) {
    if (fixed.test(String(column_name))) continue
    // A column with an enumeration or another check keeps its value.
    await sql(
      world,
      `update ${table_name} set ${column_name} = $1 where ${column_name} is not null`,
      foreign,
    ).catch(() => undefined)
  }
  const names = ['actor', 'token', 'approved_by'].map((column) => [column, 'history'])
  for (const { table } of recordCatalog.values()) names.push(['created_by', table], ['updated_by', table])
  for (const [column, table] of names)
    await sql(
      world,
      `update ${table} set ${column} = jsonb_set(${column}, '{name}', to_jsonb(case when id % 2 = 0 then $1 else $2 end::text))
        where ${column} is not null`,
      foreign,
      blank,
    ).catch(() => undefined)
  await sql(
    world,
    `update history set reason = $1, changes = changes || jsonb_build_object('title', jsonb_build_object('from', $1::text, 'to', $1::text))
      where event in ('created', 'updated')`,
    foreign,
  )
  for (const { table, title } of recordCatalog.values())
    await sql(
      world,
      `update ${table} set ${title} = $1 where id = (select id from ${table} order by id offset 1 limit 1)`,
      blank,
    ).catch(() => undefined)
}

/**
 * Returns what is wrong with the texts of a page: a character that cannot be seen outside the values of form controls, and
 * a link, a heading or a button whose name cannot be seen.
 */
export function textFaults(body: string): string[] {
  const outside = body.replaceAll(/<textarea\b[\s\S]*?<\/textarea>| value="[^"]*"/g, '')
  const hidden = new RegExp(`.{0,60}${unseen.source}`, 'u').exec(outside)
  const nameless = [...body.matchAll(/<(a|h1|h2|button)\b([^>]*)>([\s\S]*?)<\/\1>/g)].filter(
    ([, , attributes = '', content = '']) =>
      !/aria-(label|hidden)=/.test(attributes) &&
      /^(\s|\[U\+[0-9A-F]+\])*$/.test(content.replaceAll(/<[^>]*>/g, '')) &&
      !/<img/.test(content),
  )
  return [...(hidden ? [hidden[0]] : []), ...nameless.map(([element]) => element)]
}
