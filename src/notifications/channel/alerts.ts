import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import type { Change } from '../../journal/change-feed/feed.ts'
import type { RecordRef } from '../../journal/history.ts'
import type { Language } from '../../language/languages.ts'
import { type Phrase, phrase } from '../../language/phrase.ts'
import { messageOf, type StoredMessage } from '../../language/stored-phrase.ts'
import { translate } from '../../language/translate.ts'
import { celFault } from '../../portfolio/guard/cel-fault.ts'
import { type FailingGuard, listFailingGuards } from '../../portfolio/guard/guard.ts'
import { operationCount } from '../../portfolio/proposal/inbox.ts'
import { oneLine, visibleName } from '../../record/invisible.ts'
import type { Links } from '../event/payload.ts'
import { turnsCritical } from '../event/types.ts'
import { storedReason } from '../reason.ts'

/** The types of records whose changes may be alerts. */
export const alertTypes = ['signal', 'proposal', 'webhook']

/** What people are told at once: a sentence about a record. */
export type Alert = { text: Phrase; record: RecordRef }

const selectSignals = statement(
  'alerts.signals',
  { ids: [1, 2] },
  () => sql<{ id: number; title: string; product: string | null }>`
      select id, title, (select name from products where id = product_id) as product
      from signals where id = any(${param('ids')}::bigint[])`,
)

const selectProposals = statement(
  'alerts.proposals',
  { ids: [1, 2] },
  () => sql<{ id: number; title: string; operations: number | null; by: string }>`
      select id, title, ${operationCount} as operations, created_by->>'name' as by from proposals where id = any(${param('ids')}::bigint[])`,
)

const selectWebhooks = statement(
  'alerts.webhooks',
  { ids: [1, 2] },
  () => sql<{ id: number; name: string; state: string; state_reason: StoredMessage | null }>`
      select id, name, state, ${storedReason('state_reason')} as state_reason from webhooks where id = any(${param('ids')}::bigint[])`,
)

/** Returns the alerts among changes of the feed, in their order. */
export async function alertsIn(read: Read, changes: Change[]): Promise<Alert[]> {
  const chosen = changes.filter(isAlert)
  const idsOf = (type: string) => ({
    ids: chosen.filter(({ entity }) => entity === type).map(({ id }) => id),
  })
  const found = new Map<string, Alert>()
  if (idsOf('signal').ids.length > 0)
    for (const { id, title, product } of await read(selectSignals(idsOf('signal'))))
      found.set(`signal ${id}`, {
        text: criticalSignal(visibleName({ id, name: title }), product),
        record: { record_type: 'signal', record_id: id },
      })
  if (idsOf('proposal').ids.length > 0)
    for (const { id, title, operations, by } of await read(selectProposals(idsOf('proposal'))))
      found.set(`proposal ${id}`, {
        text: phrase('notifications.proposalWaits', {
          author: by,
          title:
            operations === null
              ? visibleName({ id, name: title })
              : phrase('proposal.batch', { count: operations }),
        }),
        record: { record_type: 'proposal', record_id: id },
      })
  if (idsOf('webhook').ids.length > 0)
    for (const { id, name, state, state_reason } of await read(selectWebhooks(idsOf('webhook'))))
      if (state !== 'on')
        found.set(`webhook ${id}`, {
          text: phrase(`notifications.${state === 'paused' ? 'webhookPaused' : 'webhookOff'}`, {
            name: visibleName({ id, name }),
            reason: messageOf(state_reason ?? ''),
          }),
          record: { record_type: 'webhook', record_id: id },
        })
  // A record that changed twice is one alert.
  return [...new Set(chosen.map(({ entity, id }) => `${entity} ${id}`))].flatMap(
    (key) => found.get(key) ?? [],
  )
}

function criticalSignal(title: string, product: string | null): Phrase {
  return product
    ? phrase('notifications.criticalSignalOfProduct', { title, product })
    : phrase('notifications.criticalSignal', { title })
}

function isAlert({ entity, event, changes, actor }: Change): boolean {
  if (entity === 'signal') return turnsCritical({ entity, changes })
  if (entity === 'proposal') return event === 'proposed'
  return entity === 'webhook' && actor.type === 'system' && (event === 'paused' || event === 'switched_off')
}

/** Returns the guards that fail now, each by a key that is another one when it fails again. */
export async function failingGuards(read: Read): Promise<Map<string, Alert>> {
  const guards = await listFailingGuards(read)
  return new Map(guards.map((guard) => [`${guard.id} ${guard.failed_at}`, alertOf(guard)]))
}

function alertOf({ id, title, failure }: FailingGuard): Alert {
  return {
    text: phrase('notifications.guardFails', {
      title: visibleName({ id, name: title }),
      failure: celFault(failure),
    }),
    record: { record_type: 'canon_rule', record_id: id },
  }
}

/** Returns one message for alerts in a language: the first, and how many more there are. */
export function alertMessage(
  [first, ...others]: Alert[],
  { publicUrl, pagePath }: Links,
  language: Language,
): string {
  if (!first) throw new Error('There is no alert.')
  const url = `${publicUrl()}${pagePath('dashboard')}`
  const more =
    others.length === 0
      ? []
      : [translate(language, 'notifications.moreAlerts', { count: others.length, url })]
  return [oneLine(first.text.in(language)), `${publicUrl()}${pagePath(first.record)}`, ...more].join('\n')
}
