import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Read } from '../../database/read.ts'
import { type Phrase, phrase } from '../../language/phrase.ts'
import { messageOf } from '../../language/stored-phrase.ts'
import type { FieldErrors, Message } from '../../record/fault.ts'
import { withoutFormulaGuards } from '../../record/formula-guard.ts'
import { withKey } from '../../record/named.ts'
import { timeSlice } from '../../record/time-slice.ts'
import { invalidSelection } from '../../record/validation/messages.ts'
import { safeValidate } from '../../record/validation/validate.ts'
import { type DayOrder, dayIn } from './days.ts'
import type { ImportKind, ImportLine, ImportRow, Referenced, Reject } from './import-kind.ts'
import type { CsvLine } from './lines.ts'
import { dayFields } from './mapping.ts'

const maxKeyLength = 100
const maxListed = 10

/** A row to store, the line that it comes from, and the keys that no other line of the file may have. */
export type NumberedRow = { number: number; cells: Record<string, string> } & Pick<
  ImportRow<unknown>,
  'row' | 'keys'
>

/**
 * Returns a function that converts batches of lines of one file to rows. It rejects a line that is invalid, or whose
 * reference does not exist or is ambiguous.
 */
export function lineConverter<Line>(kind: ImportKind<Line>, dayOrder: DayOrder, reject: Reject) {
  const validate = cellValidator(kind.schema.shape, kind.required)
  const resolve = referenceResolver(kind, reject)
  const rowsOf = kind.rows()
  const days = dayFields(kind)
  const pause = timeSlice()

  function withDays(cells: Record<string, string>): Record<string, string> {
    const given = days.filter((name) => cells[name] !== undefined)
    return {
      ...cells,
      ...Object.fromEntries(given.map((name) => [name, dayIn(cells[name] ?? '', dayOrder)])),
    }
  }

  async function validLines(lines: CsvLine[]): Promise<ImportLine<Line>[]> {
    const valid: ImportLine<Line>[] = []
    for (const line of lines) {
      await pause()
      const { values, errors } =
        line.reason === undefined
          ? validate(withDays(line.cells))
          : { errors: { '': [messageOf(line.reason)] } }
      if (line.reason !== undefined || errors) reject(line, errors ?? {})
      // All required cells are present and valid, so the values have the type `Line`.
      else valid.push({ number: line.number, cells: line.cells, values: values as Line, references: {} })
    }
    return valid
  }

  return async (read: Read, lines: CsvLine[]): Promise<NumberedRow[]> => {
    const imported = await rowsOf(read, await resolve(read, await validLines(lines)), reject)
    return imported.map(({ line: { number, cells }, row, keys }) => ({ number, cells, row, keys }))
  }
}

/** Returns functions that claim the keys of a line, unless an earlier line has one of them, and give them back. */
export function lineKeys(reject: Reject) {
  const firstLines = new Map<string, number>()
  return {
    claim(line: NumberedRow): boolean {
      const repeated = line.keys.find(({ key }) => firstLines.has(shortKey(key)))
      if (repeated) {
        const first = firstLines.get(shortKey(repeated.key))
        reject(line, { '': [phrase('imports.sameKey', { line: first ?? 0, identity: repeated.what })] })
        return false
      }
      for (const { key } of line.keys) firstLines.set(shortKey(key), line.number)
      return true
    },
    release({ keys }: NumberedRow): void {
      for (const { key } of keys) firstLines.delete(shortKey(key))
    },
  }
}

// The digest of a long key, so that the keys of a file take little memory.
function shortKey(key: string): string {
  return key.length > maxKeyLength ? createHash('sha256').update(key).digest('base64') : key
}

/** Returns a function that finds the records that lines reference, with one statement for each field that does. */
function referenceResolver<Line>(kind: ImportKind<Line>, reject: Reject) {
  const fields = Object.entries(kind.references).map(([field, find]) => ({
    field,
    find,
    known: new Map<string, Referenced[]>(),
  }))
  return async (read: Read, lines: ImportLine<Line>[]): Promise<ImportLine<Line>[]> => {
    for (const { field, find, known } of fields) {
      const names = new Set(lines.flatMap((line) => textIn(line, field) ?? []))
      const unknown = [...names].filter((name) => !known.has(name))
      if (unknown.length > 0) for (const [name, found] of await find(read, unknown)) known.set(name, found)
    }
    return lines.filter((line) => {
      const errors: FieldErrors = {}
      for (const { field, known } of fields) {
        const name = textIn(line, field)
        if (name === undefined) continue
        const found = onPlatform(known.get(name) ?? [], textIn(line, 'platform'))
        if (found.length === 1) line.references[field] = found[0]
        else errors[field] = [unclear(field, found)]
      }
      const isValid = Object.keys(errors).length === 0
      if (!isValid) reject(line, errors)
      return isValid
    })
  }
}

/** Returns those of several records that a text means that are on the platform of the line, if any is. */
export function onPlatform(found: Referenced[], platform: string | undefined): Referenced[] {
  const own = found.length > 1 ? found.filter((record) => record.platform === platform) : []
  return own.length > 0 ? own : found
}

function textIn<Line>({ values }: ImportLine<Line>, field: string): string | undefined {
  const value = (values as Record<string, unknown>)[field]
  return value == null ? undefined : String(value)
}

/** Returns what is wrong with a text that does not mean one record: it lists those that it may mean. */
export function unclear(field: string, found: Referenced[]): Phrase {
  const problem = invalidSelection(field)
  if (found.length === 0) return problem
  const names = found.slice(0, maxListed).map(({ id, slug, name }) => withKey(name, slug ?? id))
  const values = { problem, names: names.join(', ') }
  return phrase(`imports.${found.length > maxListed ? 'mayMeanOthers' : 'mayMean'}`, values)
}

const maxCached = 2000
const maxCachedLength = 100

type Validated = { value: unknown; reasons?: undefined } | { value?: undefined; reasons: Message[] }

/** The values of the cells of a line, or why they are invalid, by field. */
export type ValidatedCells =
  | { values: Record<string, unknown>; errors?: undefined }
  | { values?: undefined; errors: FieldErrors }

/**
 * Returns a function that validates the cells of a line by the rules of their fields. A file repeats its cells, so
 * each distinct one is validated once, which halves the time and most of the garbage of an import.
 */
export function cellValidator(rules: Record<string, z.ZodType>, required: string[]) {
  const validators = new Map(Object.keys(rules).map((name) => [name, validatorOf(rules, name)]))
  return (cells: Record<string, string>): ValidatedCells => {
    const values: Record<string, unknown> = {}
    const errors: FieldErrors = {}
    for (const name in cells) {
      const cell = cells[name] ?? ''
      // Undefined for an empty cell of an optional field, so that its rule need not accept null.
      if (cell.trim() === '' && !required.includes(name)) continue
      const validated = validators.get(name)?.(cell)
      if (validated?.reasons) errors[name] = validated.reasons
      else values[name] = validated?.value
    }
    return Object.keys(errors).length > 0 ? { errors } : { values }
  }
}

function validatorOf(rules: Record<string, z.ZodType>, name: string): (cell: string) => Validated {
  const schema = z.object({ [name]: rules[name] ?? z.never() })
  const cache = new Map<string, Validated>()
  return (cell) => {
    const cached = cache.get(cell)
    if (cached) return cached
    const { data, errors } = safeValidate(schema, { [name]: textOf(cell) })
    const validated: Validated = errors ? { reasons: Object.values(errors).flat() } : { value: data[name] }
    if (cache.size < maxCached && cell.length <= maxCachedLength) cache.set(cell, validated)
    return validated
  }
}

function textOf(cell: string): string {
  return withoutFormulaGuards(cell.replaceAll('\r\n', '\n').trim())
}
