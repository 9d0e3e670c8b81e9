import { z } from 'zod'
import { type RecordTitles, readTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import { historyEvents } from '../../../src/journal/events.ts'
import { phrase } from '../../../src/language/phrase.ts'
import type { llmKeys, portfolioTokens } from '../../../src/people/program-token.ts'
import { ListedToken, listTokenWrites, TokenQuery, type TokenWrite } from '../../../src/people/token-list.ts'
import { actorAddress } from '../history/change-item.ts'
import { absent } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { timestamp } from '../html/time.ts'
import { valueLabel } from '../html/value.ts'
import type { RecordAction } from '../record/action.ts'
import { listAddress } from '../record/address.ts'
import type { DetailContext, RowContext } from '../record/record.ts'
import { recordLink } from '../record/record-link.ts'

const shownWrites = 3

/** A token as its pages show it. */
export const ShownToken = ListedToken.omit({ prefix: true })

type CredentialCatalog = 'agentToken' | 'llmKey' | 'userToken'

/** Returns the part of a description that portfolio tokens and LLM keys share. */
export function credentialPages(
  texts: 'agentToken' | 'llmKey',
  { list, one, revoke }: typeof portfolioTokens | typeof llmKeys,
) {
  return {
    texts,
    group: 'administration',
    historyType: 'token',
    access: 'admin',
    formOnList: true,
    columns: ['name', 'display', 'abilities', 'state', 'last_used_at', 'created_at', 'recent_writes'],
    cells: { recent_writes: recentWrites },
    presets: [{ label: phrase('credential.active'), query: { state: 'active' } }],
    schema: ShownToken.extend({ recent_writes: z.array(z.custom<TokenWrite>()) }),
    list: { query: TokenQuery, run: list },
    read: one,
    actions: [revocation(texts, revoke)],
  } as const
}

/** Returns the action that revokes a token. */
export function revocation(texts: CredentialCatalog, run: RecordAction['run']): RecordAction {
  return {
    path: 'revoke',
    label: phrase('credential.revoke'),
    done: phrase(`${texts}.revoked`),
    confirm: phrase('credential.revokeQuestion'),
    isPossible: ({ state }) => state !== 'revoked',
    run,
  }
}

// Renders the latest changes that a credential made.
function recentWrites({ row, titles }: RowContext): Html {
  const writes = row.recent_writes as TokenWrite[]
  if (writes.length === 0) return absent
  return html`<ul>
    ${writes.slice(0, shownWrites).map(
      ({ record_type, record_id, event, created_at }) => html`<li>
        ${valueLabel(historyEvents, event)}: ${recordLink({ record_type, record_id }, titles.get(recordKey({ record_type, record_id })))}${' '}
        <span class="muted">${timestamp(created_at)}</span>
      </li>`,
    )}
  </ul>`
}

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
          <h2 id="writes">${t('credential.latestWrites')}</h2>
          <div class="buttons">
            <a href=${actorAddress({ type, id: row.id })}>${t('credential.allChanges')}</a>
            <a href=${listAddress('api-request-logs', { token_id: String(row.id) })}>${t('credential.allRequests')}</a>
          </div>
        </div>
        ${writes.length === 0 ? html`<p class="absent">${t('credential.noWrites')}</p>` : writeTable(writes, titles)}
      </section>
    `
  }
}

function writeTable(writes: TokenWrite[], titles: RecordTitles): Html {
  return html`<div class="table" tabindex="0" role="region" aria-labelledby="writes">
    <table class="rows" data-stacked>
      <thead>
        <tr>
          <th scope="col">${t('credential.time')}</th>
          <th scope="col">${t('credential.change')}</th>
          <th scope="col">${t('credential.record')}</th>
        </tr>
      </thead>
      <tbody>
        ${writes.map(
          (write) => html`<tr>
            <td data-label=${t('credential.time')}>${timestamp(write.created_at, 'second')}</td>
            <td data-label=${t('credential.change')}>${valueLabel(historyEvents, write.event)}</td>
            <td data-label=${t('credential.record')}>${recordLink(write, titles.get(recordKey(write)))}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
