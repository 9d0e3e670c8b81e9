import { countOwnedWork, type OwnedWork } from '../../../src/catalog/owned-work.ts'
import type { Read } from '../../../src/database/read.ts'
import { type Html, html } from '../html/html.ts'
import { rich, t } from '../html/text.ts'
import type { Row } from '../record/action.ts'
import { listAddress } from '../record/address.ts'
import type { DetailContext } from '../record/record.ts'

/** Renders how many records a user owns, with links to the lists of them. */
export async function ownedWork({ read, row }: Pick<DetailContext, 'read' | 'row'>): Promise<Html> {
  const owned = await countOwnedWork(read, row.id)
  return html`<section class="part" aria-labelledby="owned">
    <h2 id="owned">${t('user.owns')}</h2>
    ${
      owned.length === 0
        ? html`<p class="absent">${t('user.ownsNothing')}</p>`
        : html`<ul>${owned.map((work) => html`<li>${workLink(work, row)}</li>`)}</ul>`
    }
    ${row.status === 'blocked' && owned.length > 0 && html`<p class="muted">${t('user.blockedOwner')}</p>`}
  </section>`
}

function workLink({ collection, owner, count, handed_over }: OwnedWork, { status, email }: Row): Html {
  const isText = collection === 'tasks' || collection === 'decisions'
  const filters: Record<string, string> = {
    [isText ? 'owner' : 'owner_id']: owner,
    ...(collection === 'applications' && { include_archived: '1' }),
  }
  const list = (text: Html) => html`<a href=${listAddress(collection, filters)}>${text}</a>`
  if (collection === 'applications') return rich('user.ownedApplications', { list, count })
  if (collection === 'strategies') return rich('user.ownedStrategies', { list, count })
  const spelling = status === 'blocked' && owner !== email ? 'own' : 'usual'
  return collection === 'tasks'
    ? rich('user.ownedTasks', { list, count, spelling, owner, unfinished: handed_over })
    : rich('user.ownedDecisions', { list, count, spelling, owner, active: handed_over })
}

const counts = {
  applications: 'application.count',
  strategies: 'strategy.count',
  tasks: 'user.unfinishedTasks',
  decisions: 'user.activeDecisions',
} as const

/** Renders what a successor takes over from a user who is blocked. */
export async function handedOver(read: Read, { id }: Row): Promise<Html> {
  const owned = (await countOwnedWork(read, id)).filter(({ handed_over }) => handed_over > 0)
  if (owned.length === 0) return html`<p>${t('user.nothingToHandOver')}</p>`
  return html`<p>${t('user.handedOver')}</p>
    <ul>${owned.map(({ collection, handed_over }) => html`<li>${t(counts[collection], { count: handed_over })}</li>`)}</ul>
    <p>${t('user.noSuccessor')}</p>`
}
