import type { z } from 'zod'
import { filterAliases } from '../../../src/record/rules/alias.ts'
import { type Control, controlsOf } from '../form/controls.ts'

/** The names of the filter by a part of a text. Each list has at most one of them. */
export const textFilters = ['q', 'search', 'query']

const pagingNames = new Set(['page', 'per_page', 'with_total', 'limit', 'offset', 'cursor', 'sort'])

// The text filter comes first, then the filters by choice.
const filterKinds: Control['kind'][] = ['choice', 'boolean', 'reference', 'date']

type Filtered = {
  list: { query: z.ZodObject }
  references?: Record<string, string> | undefined
  headings?: Record<string, string> | undefined
}

/** Returns the names of the filters of a list: its query without paging. */
export function filterNames(query: z.ZodObject): string[] {
  return Object.keys(query.shape).filter((name) => !pagingNames.has(name))
}

/** Returns the name of the filter that a name stands for: for an alias its target, otherwise the name itself. */
export function filterName(query: z.ZodObject, name: string): string {
  return filterAliases.get(query.shape[name] as z.ZodType)?.of ?? name
}

/** Returns the controls of the filters of a list. An alias of another filter is accepted, but has no control. */
export function filterControls({ list: { query }, references = {}, headings = {} }: Filtered): Control[] {
  return controlsOf(query)
    .filter(({ name }) => !pagingNames.has(name) && filterName(query, name) === name)
    .map((control) => ({
      ...control,
      label: headings[control.name] ?? control.label,
      collection: references[control.name] ?? control.collection,
    }))
    .sort((one, other) => rankOf(one) - rankOf(other))
}

function rankOf({ name, kind }: Control): number {
  if (textFilters.includes(name)) return -1
  const rank = filterKinds.indexOf(kind)
  return rank === -1 ? filterKinds.length : rank
}
