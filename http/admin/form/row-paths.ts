import { type FormRows, isInRow } from '../record/form-rows.ts'
import type { FormValues } from '../record/record.ts'
import { type Control, controlsOf } from './controls.ts'

/** Returns the controls of a row, named by their columns. */
export function columnControls({ body, columns, labels = {} }: FormRows): Control[] {
  const controls = controlsOf(body)
  return columns.flatMap((name) => {
    const control = controls.find((one) => one.name === name)
    if (!control) return []
    // A row has no room for the meanings of a choice.
    const options = control.options?.map(({ value, label }) => ({ value, label }))
    return [{ ...control, label: labels[name] ?? control.label, ...(options && { options }) }]
  })
}

/** Returns the controls of the rows that values contain, each named by its path: `tasks.0.title`. */
export function rowControls(values: FormValues, lists: readonly FormRows[]): Control[] {
  return lists.flatMap((list) =>
    rowsIn(values, list).flatMap((_, index) =>
      columnControls(list).map((control) => ({ ...control, name: pathOf(list, index, control.name) })),
    ),
  )
}

/** Returns values in which each value of a row has its path in place of its list. */
export function withPaths(values: FormValues, lists: readonly FormRows[]): FormValues {
  const inRows = lists.flatMap((list) =>
    rowsIn(values, list).flatMap((row, index) =>
      Object.entries(row).map(([column, value]) => [pathOf(list, index, column), value]),
    ),
  )
  const names = new Set(lists.map(({ name }) => name))
  const others = Object.entries(values).filter(([name]) => !names.has(name))
  return Object.fromEntries([...others, ...inRows])
}

/** Returns values with the lists of `values`, whose values have paths. */
export function withLists(paths: FormValues, values: FormValues, lists: readonly FormRows[]): FormValues {
  const others = Object.entries(paths).filter(([name]) => !isInRow(name))
  const nested = lists
    .filter(({ name }) => name in values)
    .map((list) => [
      list.name,
      rowsIn(values, list).map((row, index) =>
        Object.fromEntries(
          list.columns
            .filter((column) => column in row)
            .map((column) => [column, paths[pathOf(list, index, column)]]),
        ),
      ),
    ])
  return Object.fromEntries([...others, ...nested])
}

/** Returns the path of a control in a row. */
export function pathOf({ name }: FormRows, index: number, column: string): string {
  return `${name}.${index}.${column}`
}

/** Returns the rows of a list that values contain. */
export function rowsIn(values: FormValues, { name }: FormRows): FormValues[] {
  const { [name]: rows } = values
  return Array.isArray(rows) ? rows : []
}
