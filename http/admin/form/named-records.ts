import { readTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import { findByName } from '../../../src/catalog/records-by-name.ts'
import type { Read } from '../../../src/database/read.ts'
import type { FormValues } from '../record/record.ts'
import type { Control } from './controls.ts'
import { type NamedItem, recordsText } from './records-text.ts'

const maxItems = 20
const maxTitleLength = 255

type ListOfRecords = { control: Control; items: NamedItem[] }

/**
 * Replaces titles in the lists of records of a form by the type and id of the record. Returns a message for a title that
 * several records have. A title that no record has is left to the validation.
 */
export async function resolveRecords(read: Read, controls: readonly Control[], values: FormValues) {
  const resolved: { values: FormValues; errors: Record<string, string> } = { values: {}, errors: {} }
  for (const { control, items } of listsIn(controls, values)) {
    const { types = [] } = control
    const list: NamedItem[] = []
    for (const item of items.slice(0, maxItems)) {
      const found = isTitle(item) ? await findTitled(read, types, item.type) : []
      if (found.length > 1)
        resolved.errors[control.name] =
          `Several records are called “${item.type}”. Type one of them: ${found.map(({ type, id }) => `${type} ${id}`).join(', ')}.`
      list.push(found[0] ?? item)
    }
    resolved.values[control.name] = [...list, ...items.slice(maxItems)]
  }
  return resolved
}

/** Returns the lists of records of a form as text, with the titles of the records. */
export async function nameRecords(
  read: Read,
  controls: readonly Control[],
  values: FormValues,
): Promise<FormValues> {
  const lists = listsIn(controls, values)
  const records = lists.flatMap(({ control: { types = [] }, items }) =>
    items
      .filter(({ type, id }) => types.includes(type) && /^\d{1,15}$/.test(String(id)))
      .map(({ type, id }) => ({ record_type: type, record_id: Number(id) })),
  )
  const found = await readTitles(read, records)
  const titles = new Map(
    records.flatMap((record) => {
      const title = found.get(recordKey(record))?.title
      return title === undefined ? [] : [[`${record.record_type} ${record.record_id}`, title] as const]
    }),
  )
  return Object.fromEntries(lists.map(({ control, items }) => [control.name, recordsText(items, titles)]))
}

function listsIn(controls: readonly Control[], values: FormValues): ListOfRecords[] {
  return controls.flatMap((control) => {
    const items = values[control.name]
    return control.kind === 'records' && Array.isArray(items) ? [{ control, items }] : []
  })
}

function isTitle({ type, id }: NamedItem): boolean {
  return id === undefined && type.length <= maxTitleLength
}

async function findTitled(read: Read, types: readonly string[], title: string): Promise<NamedItem[]> {
  const found = await Promise.all(
    types.map(async (type) => {
      const records = await findByName(read, type, title)
      return records.filter((record) => record.title === title).map(({ id }) => ({ type, id: String(id) }))
    }),
  )
  return found.flat()
}
