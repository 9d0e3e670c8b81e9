import { ContactChange, NewContact } from '../../../src/operations/contact/contact.ts'
import { Contact, ContactQuery, listContacts, readContact } from '../../../src/operations/contact/read.ts'
import { changeContact, createContact, removeContact } from '../../../src/operations/contact/writes.ts'
import { conversation } from '../parts/conversation.ts'
import { recordPages } from '../record/record.ts'

/** Contacts. */
export const contactPages = recordPages({
  label: { singular: 'contact', plural: 'contacts' },
  group: 'Operations',
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
