import { type RecordTitles, readTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import { listTokenWrites, type TokenWrite } from '../../../src/people/token-write.ts'
import { actorAddress } from '../history/actor.ts'
import { type Html, html } from '../html/html.ts'
import { timestamp } from '../html/time.ts'
import { words } from '../html/words.ts'
import { requestsWhere } from '../record/links.ts'
import type { DetailContext } from '../record/record.ts'
import { recordLink } from '../record/record-link.ts'

const shownChanges = 10

/**
 * Returns the part of the page of a credential: its latest changes, with links to all its changes and to its requests.
 */
export function credentialWrites(type: 'portfolio_token' | 'llm_key') {
  return async ({ row, read }: DetailContext): Promise<Html> => {
    const writes = await listTokenWrites(read, { type, id: row.id }, shownChanges)
    const titles = await readTitles(read, writes)
    return html`
      <section class="related">
        <div class="head">
          <h2 id="writes">Latest writes</h2>
          <div class="buttons">
            <a href=${actorAddress({ type, id: row.id })}>All changes</a>
            <a href=${requestsWhere({ token_id: String(row.id) })}>All requests</a>
          </div>
        </div>
        ${writes.length === 0 ? html`<p class="absent">Nothing was written with this credential.</p>` : writeTable(writes, titles)}
      </section>
    `
  }
}

function writeTable(writes: TokenWrite[], titles: RecordTitles): Html {
  return html`<div class="table" tabindex="0" role="region" aria-labelledby="writes">
    <table>
      <thead>
        <tr><th scope="col">Time</th><th scope="col">Change</th><th scope="col">Record</th></tr>
      </thead>
      <tbody>
        ${writes.map(
          (write) => html`<tr>
            <td>${timestamp(write.created_at, 'second')}</td>
            <td>${words(write.event)}</td>
            <td>${recordLink(write, titles.get(recordKey(write)))}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
