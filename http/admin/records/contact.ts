import { listTurns } from '../../../src/assistant/conversation/read.ts'
import { turnSources } from '../../../src/assistant/vocabulary.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { ContactChange, NewContact } from '../../../src/operations/contact/contact.ts'
import { Contact, ContactQuery, listContacts, readContact } from '../../../src/operations/contact/read.ts'
import { changeContact, createContact, removeContact } from '../../../src/operations/contact/writes.ts'
import { PathId } from '../../../src/record/rules/id.ts'
import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { timestamp } from '../html/time.ts'
import { valueLabel } from '../html/value.ts'
import { inSentence } from '../html/words.ts'
import { recordAddress } from '../record/address.ts'
import { type DetailContext, recordPages } from '../record/record.ts'

/** Contacts. */
export const contactPages = recordPages({
  texts: 'contact',
  group: 'operations',
  about: phrase('contact.about'),
  historyType: 'contact',
  columns: ['name', 'status', 'source', 'company', 'position', 'email', 'telegram', 'last_message_at'],
  presets: [
    { label: phrase('contact.active'), query: { status: 'active' } },
    { label: phrase('contact.fromBots'), query: { source: 'bot' } },
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
      <h2 id="conversation">${t('contact.conversation')}</h2>
      ${
        cursor !== undefined || more
          ? html`<nav class="pager" aria-label=${t('contact.conversationPages')}>
            ${cursor === undefined ? null : html`<a class="button" href=${`${recordAddress('contacts', row.id)}#conversation`}>${t('contact.newest')}</a>`}
            ${more ? html`<a class="button" href=${older}>${t('contact.older')}</a>` : null}
          </nav>`
          : null
      }
      <ol>
        ${rows.toReversed().map(
          ({ role, agent, text, source, created_at }) => html`<li class=${role}>
            <p class="about">
              ${role === 'user' ? t('contact.byContact') : t('contact.byAgent', { agent })} · ${timestamp(created_at)}${source === 'contact' ? '' : ` · ${inSentence(valueLabel(turnSources, source))}`}
            </p>
            <p class="text">${text}</p>
          </li>`,
        )}
      </ol>
    </section>
  `
}
