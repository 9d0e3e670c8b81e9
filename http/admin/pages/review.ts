import type { FastifyReply, FastifyRequest } from 'fastify'
import { referencesOf } from '../../../src/catalog/changed-values.ts'
import { type RecordTitles, readTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import { type ActivityEntry, readChange } from '../../../src/journal/activity.ts'
import { acceptChanges, listUnreviewed, maxReviewed } from '../../../src/journal/review.ts'
import { readNames } from '../../../src/portfolio/changes.ts'
import { readProductNames } from '../../../src/portfolio/product/read.ts'
import { Fault } from '../../../src/record/fault.ts'
import { faultResponses } from '../../answers/errors.ts'
import type { Server } from '../../server/server.ts'
import { changeItem, undoLabel } from '../history/change-item.ts'
import { type Html, html } from '../html/html.ts'
import { csrfField } from '../html/post-form.ts'
import { words } from '../html/words.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import { recordLink } from '../record/record-link.ts'
import { mayWrite } from '../record/row.ts'
import { personOf, redirect, sendPage } from '../request/reply.ts'
import { adminWrite } from '../request/write.ts'
import { undoChange } from './undo/entry.ts'

const address = listAddress('review')
const title = 'Review'

/** Registers the review: what agents and bots wrote since the person looked last. */
export function reviewPage(app: Server): void {
  app.get('/review', (request, reply) => sendReview(request, reply))
  app.post('/review', review)
}

/** What could not be undone, and why. */
type Refused = { entry: ActivityEntry; why: string }

async function sendReview(request: FastifyRequest, reply: FastifyReply, refused: Refused[] = []) {
  const { read } = request.server
  const person = personOf(request)
  const entries = await listUnreviewed(read, { user_id: person.id, hidden: hiddenFrom(person) })
  const refs = [...entries, ...refused.map(({ entry }) => entry)]
  const [titles, names] = await Promise.all([
    readTitles(read, [...refs, ...referencesOf(entries)]),
    readNames(
      read,
      entries.map(({ record_type, record_id }) => ({ entity: record_type, id: record_id })),
    ),
  ])
  const productOf = ({ record_type, record_id }: ActivityEntry) =>
    names.get(`${record_type} ${record_id}`)?.product_slug ?? null
  const products = byRisk([...Map.groupBy(entries, productOf)])
  const productNames = await readProductNames(
    read,
    products.flatMap(([slug]) => slug ?? []),
  )
  const mayUndo = entries.some((entry) => undoLabel(entry, person))
  const content = (csrf: string) => html`
    <div>
      <h1>${title}</h1>
      <p class="about">
        What agents and bots wrote in the last 30 days and you have not accepted yet, the risky changes first.
      </p>
    </div>
    ${refusedList(refused, titles)}
    ${
      entries.length === 0
        ? html`<p class="empty">Nothing to review.</p>`
        : html`<form method="post" action=${address} class="review">
          ${csrfField(csrf)}
          ${
            mayWrite(request, {}) &&
            html`<div class="buttons">
              <button class="primary" name="action" value="accept" data-key="a">Accept</button>
              ${mayUndo && html`<button class="danger" name="action" value="undo" data-key="r">Revert</button>`}
            </div>`
          }
          ${entries.length === maxReviewed && html`<p>These are the newest ${maxReviewed} changes.</p>`}
          ${products.map(([slug, ofProduct]) => productPart(slug, productNames, ofProduct, person, titles))}
        </form>`
    }
  `
  return sendPage(request, reply, { title, content }, refused.length > 0 ? 409 : 200)
}

function productPart(
  slug: string | null,
  names: ReadonlyMap<string, string>,
  entries: ActivityEntry[],
  person: Parameters<typeof changeItem>[1],
  titles: RecordTitles,
): Html {
  const id = `of-${slug ?? 'none'}`
  const name = slug === null ? 'Without a product' : names.get(slug)
  return html`<section class="history" aria-labelledby=${id}>
    <h2 id=${id}>${slug === null ? name : html`<a href=${recordAddress('products', slug)}>${name}</a>`}</h2>
    ${byRisk([...Map.groupBy(entries, ({ record_type }) => record_type)]).map(
      ([kind, ofKind]) => html`<details open>
        <summary>${words(kind)}: ${ofKind.length}</summary>
        <ol>
          ${riskyFirst(ofKind).map((entry) => {
            const lead = html`<input
                type="checkbox"
                name="ids"
                value=${entry.id}
                aria-label="Select this change"
              />${isRisky(entry) && html` <span class="badge warn">Risky</span>`}`
            const subject = recordLink(entry, titles.get(recordKey(entry)))
            return changeItem(entry, person, titles, { lead, subject })
          })}
        </ol>
      </details>`,
    )}
  </section>`
}

function byRisk<Key>(groups: [Key, ActivityEntry[]][]): [Key, ActivityEntry[]][] {
  return groups.toSorted(([, one], [, other]) => Number(other.some(isRisky)) - Number(one.some(isRisky)))
}

function riskyFirst(entries: ActivityEntry[]): ActivityEntry[] {
  return entries.toSorted((one, other) => Number(isRisky(other)) - Number(isRisky(one)))
}

function refusedList(refused: Refused[], titles: RecordTitles): Html {
  if (refused.length === 0) return null
  return html`<div class="notice error" role="alert">
    <p>These changes were not reverted:</p>
    <ul>
      ${refused.map(
        ({ entry, why }) => html`<li>${recordLink(entry, titles.get(recordKey(entry)))}: ${why}</li>`,
      )}
    </ul>
  </div>`
}

async function review(request: FastifyRequest, reply: FastifyReply) {
  const { ids: sent = [], action } = request.body as { ids?: string | string[]; action?: string }
  const ids = [sent].flat().map(Number).filter(Number.isSafeInteger).slice(0, maxReviewed)
  const refused = action === 'undo' ? await undoAll(request, ids) : []
  const done = ids.filter((id) => !refused.some(({ entry }) => entry.id === id))
  await adminWrite(request, (em, actor) => acceptChanges(em, actor, done))
  if (refused.length > 0) return sendReview(request, reply, refused)
  const count = `${done.length} ${done.length === 1 ? 'change' : 'changes'}`
  return redirect(reply, address, `${count} ${action === 'undo' ? 'reverted' : 'accepted'}.`)
}

// Newest first, each in its own transaction.
async function undoAll(request: FastifyRequest, ids: number[]): Promise<Refused[]> {
  const refused: Refused[] = []
  const hidden = hiddenFrom(personOf(request))
  const newestFirst = ids.toSorted((one, other) => other - one)
  const entries = await Promise.all(newestFirst.map((id) => readChange(request.server.read, id, hidden)))
  for (const entry of entries) {
    try {
      await undoChange(request, entry)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      refused.push({
        entry,
        why: error.message === error.code ? faultResponses[error.code].message : error.message,
      })
    }
  }
  return refused
}

const riskyField = /(^|_)status$|health|risk|^product_focus$|^severity$/

/**
 * Returns whether a change deserves to be looked at first: a rule, or a changed status, health, risk, focus or severity of
 * a record that existed.
 */
function isRisky({ record_type, event, changes }: ActivityEntry): boolean {
  if (record_type === 'canon_rule') return true
  return event !== 'created' && Object.keys(changes).some((name) => riskyField.test(name))
}
