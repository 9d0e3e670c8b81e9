import type { FastifyRequest } from 'fastify'
import type { HistoryEntry } from '../../src/journal/record-history.ts'
import { text, timestamp } from './display.ts'
import { type Html, html } from './html.ts'
import { words } from './words.ts'

const maxShownLength = 120

/** Renders the history of a record: who, when, from what to what. */
export function historyList(entries: HistoryEntry[], { url }: Pick<FastifyRequest, 'url'>): Html {
  if (entries.length === 0) return null
  const compare = `${url.split('?')[0]}/compare`
  return html`
    <section class="history" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol>
        ${entries.map(
          ({ id, event, actor, token, changes, surface, created_at }, index) => html`<li id=${`change-${id}`}>
            <p>
              <strong>${words(event)}</strong> by ${actor.name}${token ? ` with the token ${token.name}` : ''}
              <span class="absent"> · ${surface} · </span>${timestamp(created_at)}
              ${index > 0 ? html` · <a href=${`${compare}?from=${id}`}>Compare with now</a>` : null}
            </p>
            ${changeList(changes)}
          </li>`,
        )}
      </ol>
    </section>
  `
}

/** Renders the changed fields, each with its value before and after. */
export function changeList(changes: HistoryEntry['changes']): Html {
  const fields = Object.entries(changes)
  if (fields.length === 0) return null
  return html`<ul class="changes">
    ${fields.map(
      ([name, { from, to }]) => html`<li>
        <span class="name">${words(name)}</span>${' '}
        ${from === null ? null : html`<del>${shorten(text(from))}</del> `}<ins>${to === null ? 'nothing' : shorten(text(to))}</ins>
      </li>`,
    )}
  </ul>`
}

function shorten(value: string): string {
  return value.length > maxShownLength ? `${value.slice(0, maxShownLength)}…` : value
}
