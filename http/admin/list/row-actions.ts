import type { Person } from '../../../src/access/person.ts'
import { type Html, html } from '../html/html.ts'
import type { RecordAction } from '../record/action.ts'
import { recordAddress } from '../record/links.ts'
import type { RecordPages, Row } from '../record/record.ts'
import { withNext } from '../request/way-back.ts'

type RowActions = {
  pages: RecordPages
  person: Person
  /** Whether the person may change records of this kind. */
  mayWrite: boolean
  /** The address of the list, to which an action leads back. */
  address: string
}

/** Returns the actions that the rows of a list offer. */
export function actionsInList({ pages, mayWrite }: Pick<RowActions, 'pages' | 'mayWrite'>): RecordAction[] {
  return mayWrite ? (pages.actions ?? []).filter(({ isInList }) => isInList) : []
}

/** Renders the cell with the actions that are possible on the record of a row. Each has a page that asks first. */
export function rowActions(list: RowActions, row: Row): Html {
  const { pages, person, address } = list
  const actions = actionsInList(list)
  if (actions.length === 0) return null
  const possible = actions.filter(
    ({ isPossible, isOffered }) =>
      (pages.mayChange?.(row, person) ?? true) &&
      (isOffered?.(row, person) ?? true) &&
      (isPossible?.(row) ?? true),
  )
  return html`<td class="actions">
    ${possible.map(
      ({ path, label }) =>
        html`<a class="button" href=${withNext(`${recordAddress(pages, row)}/${path}`, address)}
          >${label}</a
        >`,
    )}
  </td>`
}
