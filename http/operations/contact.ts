import { changeContact } from '../../src/operations/contact/change.ts'
import { ContactChange, NewContact } from '../../src/operations/contact/contact.ts'
import { createContact } from '../../src/operations/contact/create.ts'
import { Contact, ContactQuery, listContacts, readContact } from '../../src/operations/contact/read.ts'
import { removeContact } from '../../src/operations/contact/remove.ts'
import { dataRoutes } from '../data-routes.ts'
import type { Server } from '../server.ts'

/** Contacts: people the company is in touch with. */
export function contactRoutes(app: Server): void {
  dataRoutes(app, {
    path: '/contacts',
    tags: ['Contacts'],
    reading: { ability: 'contacts:read' },
    writing: { ability: 'contacts:write', policy: 'write' },
    called: { one: 'a contact', many: 'contacts' },
    record: Contact,
    list: { query: ContactQuery, run: listContacts },
    read: readContact,
    create: { body: NewContact, run: createContact },
    change: { methods: ['PATCH'], body: ContactChange, run: changeContact },
    remove: { summary: 'Delete a contact', run: removeContact },
  })
}
