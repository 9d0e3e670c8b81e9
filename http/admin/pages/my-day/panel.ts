import type { Work } from '../../../../src/catalog/my-day.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { type Html, html } from '../../html/html.ts'
import { items, panel } from '../../html/panels.ts'
import { words } from '../../html/words.ts'
import { recordAddress } from '../../record/address.ts'
import { myDayAddress, workKinds } from './kinds.ts'

const shownWork = 5

/** Renders the first entries of the work of a person for the dashboard. */
export function workPanel(work: Work[], today: string): Html {
  const due = work.filter(({ waits }) => !waits)
  const list = due.slice(0, shownWork).map(({ record_type, id, title, due_at, product }) => {
    const { pages, due } = workKinds[record_type]
    const kind = due ?? words(pages.label.singular)
    return {
      lead: dueMark(due_at ?? today, today),
      title: visibleName({ id, name: title }),
      text: product ? `${kind}, ${visibleName(product)}` : kind,
      href: recordAddress(pages.collection, id),
    }
  })
  return panel(
    'my-day',
    html`<a href=${myDayAddress}>My day</a>`,
    html`${items(list, 'You have nothing to do this week.')}
      ${due.length > list.length && html`<p><a href=${myDayAddress}>All ${due.length}</a></p>`}`,
  )
}

function dueMark(day: string, today: string): Html {
  const shown = html`<time datetime=${day}>${day === today ? 'Today' : day}</time>`
  return day < today ? html`<span class="badge bad" title="Overdue">${shown}</span>` : shown
}
