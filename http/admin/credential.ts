import { z } from 'zod'
import { Token } from '../../src/access/token.ts'
import { tokenStates } from '../../src/people/token-list.ts'
import type { TokenWrite } from '../../src/people/token-write.ts'
import { enumOf } from '../../src/record/enumeration.ts'
import { absent, timestamp } from './display.ts'
import { type Html, html } from './html.ts'
import type { RecordAction, RowContext } from './record.ts'
import { words } from './words.ts'

/** A portfolio token or an LLM key, as its pages show it. */
export const credentialSchema = Token.omit({ prefix: true }).extend({
  state: enumOf(tokenStates),
  recent_writes: z.array(z.custom<TokenWrite>()),
})

/** Returns the action that revokes a credential. */
export function revocation(run: RecordAction['run']): RecordAction {
  return {
    path: 'revoke',
    label: 'Revoke',
    done: 'revoked',
    confirm: 'Revoke this credential? Requests with it are rejected at once.',
    isPossible: ({ state }) => state !== 'revoked',
    run,
  }
}

/** Renders what a credential wrote lately. */
export function recentWrites({ row }: Pick<RowContext, 'row'>): Html {
  const writes = row.recent_writes as TokenWrite[]
  if (writes.length === 0) return absent
  return html`<ul>
    ${writes.map(
      ({ record_type, record_id, event, created_at }) => html`<li>
        ${words(event)} ${words(record_type).toLowerCase()} ${record_id} ${timestamp(created_at)}
      </li>`,
    )}
  </ul>`
}
