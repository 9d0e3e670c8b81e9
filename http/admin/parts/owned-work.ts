import { countOwnedWork, type OwnedWork } from '../../../src/catalog/owned-work.ts'
import type { Read } from '../../../src/database/read.ts'
import { type Html, html } from '../html/html.ts'
import { counted, words } from '../html/words.ts'
import type { Row } from '../record/action.ts'
import { listAddress } from '../record/address.ts'
import type { DetailContext } from '../record/record.ts'

/** Renders how many records a user owns, with links to the lists of them. */
export async function ownedWork({ read, row }: Pick<DetailContext, 'read' | 'row'>): Promise<Html> {
  const owned = await countOwnedWork(read, row.id)
  return html`<section class="part" aria-labelledby="owned">
    <h2 id="owned">Owns</h2>
    ${
      owned.length === 0
        ? html`<p class="absent">No applications, strategies, tasks or decisions</p>`
        : html`<ul>${owned.map((work) => html`<li>${workLink(work, row)}</li>`)}</ul>`
    }
    ${row.status === 'blocked' && owned.length > 0 && html`<p class="muted">A blocked user counts as no owner.</p>`}
  </section>`
}

const open: Partial<Record<OwnedWork['collection'], string>> = { tasks: 'unfinished', decisions: 'active' }

function workLink({ collection, owner, count, handed_over }: OwnedWork, { status, email }: Row): Html {
  const isText = collection === 'tasks' || collection === 'decisions'
  const filters: Record<string, string> = {
    [isText ? 'owner' : 'owner_id']: owner,
    ...(collection === 'applications' && { include_archived: '1' }),
  }
  const spelling = isText && status === 'blocked' && owner !== email ? ` under “${owner}”` : ''
  const part = open[collection] ? `, ${handed_over} ${open[collection]}` : ''
  return html`<a href=${listAddress(collection, filters)}>${`${words(collection)}: ${count}`}</a>${spelling}${part}`
}

const labels = {
  applications: { singular: 'application', plural: 'applications' },
  strategies: { singular: 'strategy', plural: 'strategies' },
  tasks: { singular: 'unfinished task', plural: 'unfinished tasks' },
  decisions: { singular: 'active decision', plural: 'active decisions' },
}

/** Renders what a successor takes over from a user who is blocked. */
export async function handedOver(read: Read, { id }: Row): Promise<Html> {
  const owned = (await countOwnedWork(read, id)).filter(({ handed_over }) => handed_over > 0)
  if (owned.length === 0) return html`<p>The user owns nothing that a successor could take over.</p>`
  return html`<p>A successor takes over:</p>
    <ul>${owned.map(({ collection, handed_over }) => html`<li>${counted(handed_over, labels[collection])}</li>`)}</ul>
    <p>Without a successor they have no owner.</p>`
}
