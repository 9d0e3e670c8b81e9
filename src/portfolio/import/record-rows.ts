import type { Read } from '../../database/read.ts'
import { Fault, type FieldErrors, invalid } from '../../record/fault.ts'
import { freeSlugs, type TakenSlugs } from '../../record/free-slug.ts'
import { timeSlice } from '../../record/time-slice.ts'
import { invalidSelection } from '../../record/validation/messages.ts'
import type { ImportLine, ImportRow, RowsOf } from './import-kind.ts'

const maxListed = 10
const slugForm = /^(?=.*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*$/
const maxSlugLength = 100

type Identified = { slug?: string | undefined; name?: string | undefined }
type StoredRecord = { id: number; slug: string; name: string }

/** What the line of a record that has a slug and a name becomes: a new record, or a change of the stored one. */
export type Planned<Line, Stored, Row> = { line: ImportLine<Line>; stored: Stored | undefined; row: Row }

/** How the lines of one kind of such records become rows. */
export type RecordRules<Line, Stored, Row> = {
  table: 'products' | 'apps'
  /** The slug of a record whose name has no letters or digits. */
  fallback: string
  identity: string
  /** Returns the stored records that have one of the slugs or names. */
  load(read: Read, slugs: string[], names: string[]): Promise<Stored[]>
  /** Returns the records that a line may mean, of the records with the name in the line. */
  meant(stored: Stored[], line: ImportLine<Line>): Stored[]
  /** Returns the row to store; throws the faults of the line. */
  plan(line: ImportLine<Line>, stored: Stored | undefined): Row
  /** Returns a function that returns the faults of a row that need a look at other records. */
  check(
    read: Read,
    planned: Planned<Line, Stored, Row>[],
  ): Promise<(plan: Planned<Line, Stored, Row>) => FieldErrors>
  /** The keys besides the record itself that two lines of a file must not share. */
  keys(row: Row): ImportRow<Line>['keys']
}

/** Returns the conversion of lines to records that are created, or changed by their slug or name. */
export function recordRows<
  Line extends Identified,
  Stored extends StoredRecord,
  Row extends { slug: string | null; name: string },
>(rules: RecordRules<Line, Stored, Row>): () => RowsOf<Line> {
  return () => {
    const taken: TakenSlugs = { slugs: new Set(), next: new Map() }
    return async (read, lines, reject) => {
      const pause = timeSlice()
      const find = finder(rules, await rules.load(read, textsOf(lines, 'slug'), textsOf(lines, 'name')))
      const planned: Planned<Line, Stored, Row>[] = []
      for (const line of lines) {
        await pause()
        try {
          const stored = find(line)
          planned.push({ line, stored, row: rules.plan(line, stored) })
        } catch (error) {
          if (!(error instanceof Fault && error.errors)) throw error
          reject(line, error.errors)
        }
      }
      const faultsOf = await rules.check(read, planned)
      const valid = planned.filter((plan) => {
        const errors = faultsOf(plan)
        const isValid = Object.keys(errors).length === 0
        if (!isValid) reject(plan.line, errors)
        return isValid
      })
      for (const { row } of valid) if (row.slug !== null) taken.slugs.add(row.slug)
      const unnamed = valid.filter(({ row }) => row.slug === null)
      const names = unnamed.map(({ row }) => row.name)
      const slugs = await freeSlugs(read, rules.table, names, rules.fallback, taken)
      for (const [index, { row }] of unnamed.entries()) row.slug = slugs[index] ?? null
      return valid.map(({ line, stored, row }) => {
        const own = { key: stored ? `id ${stored.id}` : `slug ${row.slug}`, what: rules.identity }
        return { line, row, keys: [own, ...rules.keys(row)] }
      })
    }
  }
}

function textsOf<Line extends Identified>(lines: ImportLine<Line>[], field: 'slug' | 'name'): string[] {
  return [...new Set(lines.flatMap(({ values }) => values[field] ?? []))]
}

// Returns a function that finds the stored record of a line: by its slug, or else by its name.
function finder<Line extends Identified, Stored extends StoredRecord, Row>(
  { meant }: Pick<RecordRules<Line, Stored, Row>, 'meant'>,
  stored: Stored[],
) {
  const bySlug = new Map(stored.map((record) => [record.slug, record]))
  const byName = Map.groupBy(stored, ({ name }) => name.toLowerCase())
  return (line: ImportLine<Line>): Stored | undefined => {
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
    throw invalid({ name: `${invalidSelection('name')} It may mean ${slugs.join(', ')}.` })
  }
}
