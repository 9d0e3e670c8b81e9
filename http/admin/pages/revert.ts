import type { FastifyReply, FastifyRequest } from 'fastify'
import { referencesOf } from '../../../src/changed-values.ts'
import { type ActivityEntry, listActivity, readChange } from '../../../src/journal/activity.ts'
import { Fault, policyDenied } from '../../../src/record/fault.ts'
import { validate } from '../../../src/record/validation/validate.ts'
import { readTitles, recordKey } from '../../../src/record-titles.ts'
import { revertChange, revertedValues } from '../../../src/revert-change.ts'
import type { Server } from '../../server.ts'
import { csrfField } from '../csrf.ts'
import { absent, timestamp } from '../display.ts'
import { changedValue } from '../history/changed-value.ts'
import { changeOf, isRevertible, mayRevert } from '../history/revertible.ts'
import { type Html, html } from '../html.ts'
import { pathId } from '../path-id.ts'
import { recordLink, referenceAddress } from '../record-link.ts'
import { personOf, redirect, sendPage } from '../reply.ts'
import { requireWriter } from '../row.ts'
import { words } from '../words.ts'
import { adminWrite, noPrecondition } from '../write.ts'

const maxLater = 200
const above = [{ href: '/admin/activity', label: 'Activity' }]

type Values = Record<string, unknown>
type Conflict = { reverted_to: unknown; now: unknown }

/** Registers the pages that revert one change: the question, and the new change with the previous values. */
export function revertPages(app: Server): void {
  app.get('/activity/:id/revert', askToRevert)
  app.post('/activity/:id/revert', revert)
}

async function askToRevert(request: FastifyRequest, reply: FastifyReply) {
  requireWriter(request)
  const entry = await readChange(request.server.read, pathId(request))
  if (!mayRevert(entry, personOf(request))) throw policyDenied()
  if (!isRevertible(entry)) throw new Fault('conflict', 'This change cannot be reverted.')
  const { record, shown } = await namesOf(request, entry)
  const title = 'Revert a change'
  const content = (csrf: string) => html`
    <h1>${title}</h1>
    <form method="post" class="record">
      ${csrfField(csrf)}
      <p>
        ${entry.actor.name} changed the ${record} on ${timestamp(entry.created_at)}. Reverting writes the previous
        values back as a new change.
      </p>
      ${comparison(
        ['Value to restore', 'Value set by this change'],
        Object.entries(revertedValues(entry)).map(([name, value]) => [
          name,
          [shown(name, value), shown(name, entry.changes[name]?.to)],
        ]),
      )}
      <div class="buttons">
        <button class="danger">Revert</button>
        <a class="button" href=${`/admin/activity#change-${entry.id}`}>Cancel</a>
      </div>
    </form>
  `
  return sendPage(request, reply, { title, content, above })
}

async function revert(request: FastifyRequest, reply: FastifyReply) {
  const id = pathId(request)
  try {
    const path = await adminWrite(request, (em, actor) =>
      revertChange(em, actor, id, async (record_type, record_id, values: Values) => {
        const change = changeOf(record_type)
        const address = referenceAddress({ record_type, record_id })
        if (!change || !address) throw new Fault('conflict', 'This change cannot be reverted.')
        await change.run(em, actor, record_id, validate(change.body, values) as never, noPrecondition)
        return address
      }),
    )
    return redirect(reply, path, 'Change reverted.')
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'conflict' && error.details.comparison)) throw error
    return sendConflict(request, reply, id, error.details.comparison as Record<string, Conflict>)
  }
}

async function sendConflict(
  request: FastifyRequest,
  reply: FastifyReply,
  id: number,
  conflicts: Record<string, Conflict>,
) {
  const entry = await readChange(request.server.read, id)
  const compared = Object.entries(conflicts).map(([name, { reverted_to, now }]) => [
    name,
    { from: reverted_to, to: now },
  ])
  const changes = Object.fromEntries(compared)
  const [{ record, shown }, later] = await Promise.all([
    namesOf(request, { ...entry, changes }),
    laterChanges(request, entry),
  ])
  const title = 'This change cannot be reverted'
  const content = () => html`
    <h1>${title}</h1>
    <p>Nothing was reverted, because the ${record} was changed again later. Compare the values, then edit the record.</p>
    ${comparison(
      ['Value to restore', 'Value now', 'Last changed by'],
      Object.entries(conflicts).map(([name, { reverted_to, now }]) => {
        const last = later.find(({ changes }) => name in changes)
        const values = [shown(name, reverted_to), shown(name, now)]
        return [name, values, last && html`${last.actor.name}, ${timestamp(last.created_at)}`]
      }),
    )}
    <div class="buttons">
      <a class="button primary" href=${`${referenceAddress(entry)}/edit`}>Edit</a>
      <a class="button" href=${`${referenceAddress(entry)}#change-${id}`}>Go to the history</a>
    </div>
  `
  return sendPage(request, reply, { title, content, above }, 409)
}

async function laterChanges({ server }: FastifyRequest, { id, record_type, record_id }: ActivityEntry) {
  const query = { entity: record_type, record_id, per_page: maxLater }
  const { entries } = await listActivity(server.read, query)
  return entries.filter((entry) => entry.id > id)
}

// Returns the link to the record of a change, and a function that renders its values.
async function namesOf(request: FastifyRequest, entry: ActivityEntry) {
  const titles = await readTitles(request.server.read, [entry, ...referencesOf([entry])])
  return {
    record: recordLink(entry, titles.get(recordKey(entry))),
    shown: (name: string, value: unknown) =>
      changedValue(entry.record_type, name, value, personOf(request), titles) || absent,
  }
}

function comparison(heads: string[], rows: [name: string, values: Html[], last?: Html][]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="Comparison">
    <table>
      <thead>
        <tr><th scope="col">Field</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, values, last]) => html`<tr>
            <th scope="row">${words(name)}</th>
            ${values.map((value) => html`<td class="text">${value}</td>`)}
            ${values.length < heads.length ? html`<td>${last ?? 'Direct change of the database'}</td>` : null}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
