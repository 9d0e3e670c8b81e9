import type { Delegate } from '../../../src/portfolio/delegation/delegate.ts'
import type { Claim } from '../../../src/portfolio/task/claim.ts'
import { listAgentTasks, maxAgentTasks } from '../../../src/portfolio/task/read.ts'
import { taskStatuses } from '../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { actorAddress } from '../history/change-item.ts'
import { absent, display, dueDay } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { rich, t } from '../html/text.ts'
import { timestamp } from '../html/time.ts'
import { valueBadge } from '../html/value.ts'
import { fieldLabel } from '../html/words.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import type { DetailContext, Row, RowContext } from '../record/record.ts'

/** Renders the agent that a task is delegated to. */
export function delegateCell({ row }: RowContext): Html {
  const delegate = row.delegate as Delegate
  if (!delegate) return absent
  const name = visibleName(delegate)
  return delegate.revoked
    ? html`${name} <span class="badge warn">${t('credential.tokenRevoked')}</span>`
    : name
}

/** Renders who works on a task and since when. */
export function claimText({ by, claimed_at }: Pick<Claim, 'by' | 'claimed_at'>): Html {
  const agent = html`<a href=${actorAddress(by)}>${visibleName(by)}</a>`
  return rich('task.claim', { agent, time: timestamp(claimed_at) })
}

/** Renders the note above a task that an agent works on. Null if none does. */
export function claimNote(row: Row): Html {
  const claim = row.claim as Claim | null
  if (!claim) return null
  return html`<p class="caution">
    ${rich('task.claimEnds', { claim: claimText(claim), time: timestamp(claim.expires_at) })}
  </p>`
}

/** Renders what an agent works on now, and the unfinished tasks that are delegated to it. */
export async function agentTasks({ row, read }: DetailContext): Promise<Html> {
  const tasks = await listAgentTasks(read, row.id)
  return html`
    <section class="related">
      <div class="head">
        <h2 id="agent-tasks">${t('task.list')}</h2>
        <div class="buttons">
          <a href=${listAddress('tasks', { delegate: String(row.id) })}>${t('task.allDelegated')}</a>
        </div>
      </div>
      ${
        tasks.length === 0
          ? html`<p class="absent">${t('task.noneDelegated')}</p>`
          : html`<div class="table" tabindex="0" role="region" aria-labelledby="agent-tasks">
            <table>
              <thead>
                <tr>
                  <th scope="col">${t('task.name')}</th>
                  <th scope="col">${fieldLabel('status')}</th>
                  <th scope="col">${fieldLabel('due_at')}</th>
                  <th scope="col">${t('task.delegated')}</th>
                  <th scope="col">${t('task.worksSince')}</th>
                </tr>
              </thead>
              <tbody>
                ${tasks.map(
                  ({ id, title, status, due_at, is_delegated, claimed_at }) => html`<tr>
                    <td><a href=${recordAddress('tasks', id)}>${visibleName({ id, name: title })}</a></td>
                    <td>${valueBadge(taskStatuses, status)}</td>
                    <td>${dueDay(due_at, true)}</td>
                    <td>${display('is_delegated', is_delegated)}</td>
                    <td>${claimed_at === null ? absent : timestamp(claimed_at)}</td>
                  </tr>`,
                )}
              </tbody>
            </table>
          </div>`
      }
      ${tasks.length === maxAgentTasks && html`<p class="muted">${t('task.onlyFirst', { count: maxAgentTasks })}</p>`}
    </section>
  `
}
