import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'

const maxLength = 100
// Never occurs in a cursor.
const separator = '.'

/**
 * The cursors of the pages from the second one to the current one, for a list that is paged by key. The address of a
 * page contains them, because a cursor leads forward only.
 */
export type Trail = string[]

/** Returns the trail of a request. Each cursor is validated when it is followed. */
export function trailOf({ trail, cursor }: Record<string, unknown>): Trail {
  if (typeof cursor !== 'string' || cursor === '') return []
  return [...(typeof trail === 'string' ? trail.split(separator) : []), cursor]
}

/** Renders the links to the other pages. `next` is the cursor of the page after this one. */
export function trailLinks(
  trail: Trail,
  next: string | undefined,
  link: (position: Record<string, string>) => string,
): Html {
  return html`
    ${trail.length > 0 ? html`<a class="button" href=${link({})}>${t('list.newest')}</a>` : null}
    ${trail.length > 1 ? html`<a class="button" rel="prev" href=${link(end(trail.slice(0, -1)))}>${t('list.newer')}</a>` : null}
    ${next ? html`<a class="button" rel="next" href=${link(end([...trail, next]))}>${t('list.older')}</a>` : null}
  `
}

// Returns the parameters of the last page of a trail.
function end(trail: Trail): Record<string, string> {
  const before = trail.slice(-maxLength, -1)
  return { ...(before.length > 0 && { trail: before.join(separator) }), cursor: trail.at(-1) ?? '' }
}
