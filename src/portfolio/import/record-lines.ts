import { isDeepStrictEqual } from 'node:util'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Actor } from '../../access/actor.ts'
import type { Read } from '../../database/read.ts'
import { runInSavepoint } from '../../database/transaction.ts'
import type { Changes } from '../../journal/history.ts'
import { type Verdict, verdictOf } from '../../journal/verdict.ts'
import { phrase } from '../../language/phrase.ts'
import { toFault } from '../../record/database-fault.ts'
import { Fault, type FieldErrors, invalid, type Message } from '../../record/fault.ts'
import { freeSlugs, type TakenSlugs } from '../../record/free-slug.ts'
import { invalidSelection } from '../../record/validation/messages.ts'
import type { ImportLine, ImportRow, RecordRow, RecordWrites, RowsOf, StoredRecord } from './import-kind.ts'

const maxListed = 10
const slugForm = /^(?=.*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*$/
const maxSlugLength = 100

type Identified = { slug?: string | undefined; name?: string | undefined }

/** Returns the conversion of lines to records that are created, or changed by their slug or name. */
export function recordRows<Line extends Identified>(rules: {
  table: 'products' | 'apps'
  /** The slug of a record whose name has no letters or digits. */
  fallback: string
  identity: Message
  /** The fields that a record always has. An empty cell leaves them as they are. */
  permanent: readonly string[]
  /** Returns the stored records that have one of the slugs or names. */
  find(read: Read, slugs: string[], names: string[]): Promise<StoredRecord[]>
  /** Returns the records that a line may mean, of the records with the name in the line. */
  meant(stored: StoredRecord[], line: ImportLine<Line>): StoredRecord[]
  /** Returns the errors of the fields that a new record lacks. */
  missing(fields: Record<string, unknown>): FieldErrors
  /** The keys besides the record itself that two lines of a file must not share. */
  keys(record: Record<string, unknown>): ImportRow<Line>['keys']
}): () => RowsOf<Line> {
  return () => {
    const taken: TakenSlugs = { slugs: new Set(), next: new Map() }
    return async (read, lines, reject) => {
      const find = finder(rules, await rules.find(read, textsOf(lines, 'slug'), textsOf(lines, 'name')))
      const valid: { line: ImportLine<Line>; row: RecordRow }[] = []
      for (const line of lines) {
        try {
          const stored = find(line)
          const fields = fieldsOf(line, rules.permanent)
          const errors = stored ? {} : rules.missing(fields)
          if (Object.keys(errors).length > 0) throw new Fault('validation_failed', undefined, errors)
          valid.push({ line, row: { stored, slug: stored?.slug ?? line.values.slug ?? null, fields } })
        } catch (error) {
          if (!(error instanceof Fault && error.errors)) throw error
          reject(line, error.errors)
        }
      }
      for (const { row } of valid) if (row.slug !== null) taken.slugs.add(row.slug)
      const unnamed = valid.filter(({ row }) => row.slug === null)
      const names = unnamed.map(({ row }) => String(row.fields.name))
      const slugs = await freeSlugs(read, rules.table, names, rules.fallback, taken)
      for (const [index, { row }] of unnamed.entries()) row.slug = slugs[index] ?? null
      return valid.map(({ line, row }) => {
        const own = { key: `slug ${row.slug}`, what: rules.identity }
        return { line, row, keys: [own, ...rules.keys({ ...row.stored, ...row.fields })] }
      })
    }
  }
}

// The fields of a body, each with its cell. An empty cell empties its field, unless a record always has it.
function fieldsOf<Line>({ cells, values, references }: ImportLine<Line>, permanent: readonly string[]) {
  const fields: Record<string, unknown> = {}
  for (const name in cells) {
    const value = references[name]?.slug ?? (values as Record<string, unknown>)[name] ?? null
    if (name !== 'slug' && (value !== null || !permanent.includes(name))) fields[name] = value
  }
  return fields
}

function textsOf<Line extends Identified>(lines: ImportLine<Line>[], field: 'slug' | 'name'): string[] {
  return [...new Set(lines.flatMap(({ values }) => values[field] ?? []))]
}

// Returns a function that finds the stored record of a line: by its slug, or else by its name.
function finder<Line extends Identified>(
  { meant }: { meant(stored: StoredRecord[], line: ImportLine<Line>): StoredRecord[] },
  stored: StoredRecord[],
) {
  const bySlug = new Map(stored.map((record) => [record.slug, record]))
  const byName = Map.groupBy(stored, ({ name }) => name.toLowerCase())
  return (line: ImportLine<Line>): StoredRecord | undefined => {
    const { slug, name } = line.values
    if (slug !== undefined) {
      const record = bySlug.get(slug)
      // A new record keeps the slug that the file gives it.
      const isNew = name !== undefined && slugForm.test(slug) && slug.length <= maxSlugLength
      if (!record && !isNew) throw invalid({ slug: invalidSelection('slug') })
      return record
    }
    const found = name === undefined ? [] : meant(byName.get(name.toLowerCase()) ?? [], line)
    if (found.length < 2) return found[0]
    const slugs = found
      .slice(0, maxListed)
      .map((record) => record.slug)
      .sort()
    const values = { problem: invalidSelection('name'), names: slugs.join(', ') }
    throw invalid({ name: phrase('imports.mayMean', values) })
  }
}

/** What became of a line: `changes` is empty if nothing differs. */
type Outcome = { isNew: boolean; changes: Changes }

/**
 * Writes the record of a line as the API does, in a savepoint. An import stores no proposals: a line that a person must
 * decide on is rejected, as is one that a guard refuses.
 *
 * @throws Fault with the errors of the line
 */
export async function writeLine(
  em: EntityManager,
  actor: Actor,
  { create, change }: RecordWrites,
  { stored, slug, fields }: RecordRow,
): Promise<Outcome> {
  const isSame =
    stored && Object.entries(fields).every(([name, value]) => isDeepStrictEqual(stored[name], value))
  if (isSame) return { isNew: false, changes: {} }
  const verdict = verdictOf(em)
  try {
    await runInSavepoint(em, async (part) => {
      await (stored ? change(part, actor, stored.id, fields) : create(part, actor, slug ?? '', fields))
      if (verdict.isHeld) throw new Fault('canon_guard', verdict.warnings.at(-1)?.message)
    })
    const [saved] = verdict.saved
    return { isNew: saved?.isNew ?? false, changes: saved?.changes ?? {} }
  } catch (error) {
    const fault = toFault(error)
    if (fault instanceof Fault && fault.code === 'canon_guard')
      throw new Fault('validation_failed', undefined, { '': [fault.sentence ?? fault.message] })
    throw fault
  } finally {
    // The next line has a verdict of its own.
    Object.assign(verdict, { isHeld: false, rules: [], warnings: [], saved: [] } satisfies Partial<Verdict>)
  }
}
