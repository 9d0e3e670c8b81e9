import { listTurns } from '../../../src/assistant/conversation/read.ts'
import { ContactChange, NewContact } from '../../../src/operations/contact/contact.ts'
import { Contact, ContactQuery, listContacts, readContact } from '../../../src/operations/contact/read.ts'
import { changeContact, createContact, removeContact } from '../../../src/operations/contact/writes.ts'
import { PathId } from '../../../src/record/rules/id.ts'
import { type Html, html } from '../html/html.ts'
import { timestamp } from '../html/time.ts'
import { words } from '../html/words.ts'
import { recordAddress } from '../record/address.ts'
import { type DetailContext, recordPages } from '../record/record.ts'

/** Contacts. */
export const contactPages = recordPages({
  texts: 'contact',
  label: { singular: 'contact', plural: 'contacts' },
  group: 'operations',
  about: 'People who write to the business through a bot, or were added by hand.',
  historyType: 'contact',
  columns: ['name', 'status', 'source', 'company', 'position', 'email', 'telegram', 'last_message_at'],
  presets: [
    { label: 'Active', query: { status: 'active' } },
    { label: 'From bots', query: { source: 'bot' } },
  ],
  schema: Contact,
  list: { query: ContactQuery, run: listContacts },
  read: readContact,
  create: { body: NewContact, run: createContact },
  change: { body: ContactChange, run: changeContact },
  remove: { run: removeContact },
  part: conversation,
})

const shownTurns = 20

/**
 * Renders the conversations of a contact with the agents, the newest turns last, as they were said. `before` in the
 * query is the cursor.
 */
async function conversation({ row, read, query }: DetailContext): Promise<Html> {
  const cursor = PathId.safeParse(query.before).data
  const { rows, more } = await listTurns(read, row.id, { per_page: shownTurns, with_total: false, cursor })
  if (rows.length === 0 && cursor === undefined) return null
  const older = `${recordAddress('contacts', row.id)}?before=${rows.at(-1)?.id}#conversation`
  return html`
    <section class="part turns" aria-labelledby="conversation">
      <h2 id="conversation">Conversation</h2>
      ${
        cursor !== undefined || more
          ? html`<nav class="pager" aria-label="Pages of the conversation">
            ${cursor === undefined ? null : html`<a class="button" href=${`${recordAddress('contacts', row.id)}#conversation`}>Newest</a>`}
            ${more ? html`<a class="button" href=${older}>Older</a>` : null}
          </nav>`
          : null
      }
      <ol>
        ${rows.toReversed().map(
          ({ role, agent, text, source, created_at }) => html`<li class=${role}>
            <p class="about">
              ${role === 'user' ? 'Contact' : `Agent ${agent}`} · ${timestamp(created_at)}${source === 'contact' ? '' : ` · ${words(source).toLowerCase()}`}
            </p>
            <p class="text">${text}</p>
          </li>`,
        )}
      </ol>
    </section>
  `
}
