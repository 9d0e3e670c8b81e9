import { actionsOf } from './actions.ts'
import { type Html, html } from './html.ts'
import type { RecordPages, RowContext } from './record.ts'

/** Renders the buttons of a record: those that the person may press. */
export function recordButtons(pages: RecordPages, context: RowContext, mayChange: boolean): Html {
  const { row, person, csrf } = context
  const address = `/admin/${pages.collection}/${row.id}`
  const { change } = pages
  const actions = actionsOf(pages).filter(
    ({ isOffered, isPossible }) => (isOffered?.(row, person) ?? true) && (isPossible?.(row) ?? true),
  )
  return html`
    ${pages.button?.(context)}
    ${
      mayChange && change && (change.isPossible?.(row) ?? true)
        ? html`<a class="button primary" href=${`${address}/edit`} data-key="e">Edit</a>`
        : null
    }
    ${
      mayChange
        ? actions.map(({ path, label, confirm }) =>
            confirm
              ? html`<a class=${path === 'delete' ? 'button danger' : 'button'} href=${`${address}/${path}`}>${label}</a>`
              : html`<form method="post" action=${`${address}/${path}`}>
                  <input type="hidden" name="_csrf" value=${csrf} />
                  <button>${label}</button>
                </form>`,
          )
        : null
    }
  `
}
