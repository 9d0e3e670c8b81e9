import type { FastifyRequest } from 'fastify'
import { policyAllows } from '../../../src/access/policy.ts'
import { tooLong } from '../../../src/catalog/undo/undo-window.ts'
import { readWindow, type WindowQuery } from '../../../src/catalog/undo/window.ts'
import type { Provenance } from '../../../src/record/provenance.ts'
import { actorFilter } from '../history/actor.ts'
import { type Html, html } from '../html/html.ts'
import { personOf } from '../request/reply.ts'

/** The address of the preview of undoing changes together. */
export const undoAddress = '/admin/activity/undo'

/** Returns the address of the preview of undoing the changes of an actor in a time. */
export function windowAddress(author: Provenance, time: { since: string; until: string }): string {
  return `${undoAddress}?${new URLSearchParams({ actor: actorFilter(author), ...time })}`
}

/** Returns whether the person who is signed in may undo changes together. */
export function mayUndoWindows(request: FastifyRequest): boolean {
  return policyAllows('administer', personOf(request))
}

/**
 * Renders the link to the preview of undoing the changes that filters of the activity select, or why they are too many.
 * Null unless they are those of one actor in a time.
 */
export async function undoLink(
  request: FastifyRequest,
  query: WindowQuery,
  sent: Record<string, string>,
): Promise<Html> {
  const isWindow = query.actor !== undefined && (query.since ?? query.until) !== undefined
  if (!isWindow || !mayUndoWindows(request)) return null
  const { entries, author, isTooLong } = await readWindow(request.server.read, query)
  if (isTooLong) return html`<p class="muted">${tooLong}</p>`
  if (entries.length === 0 || !author) return null
  const { cursor: _, per_page: __, ...others } = sent
  const filters = { ...others, actor: actorFilter(author) }
  return html`<p class="buttons">
    <a class="button danger" href=${`${undoAddress}?${new URLSearchParams(filters)}`}>Undo these changes</a>
  </p>`
}
