import { changeContact } from '../../src/operations/contact/change.ts'
import { ContactChange, NewContact } from '../../src/operations/contact/contact.ts'
import { createContact } from '../../src/operations/contact/create.ts'
import { Contact, ContactQuery, listContacts, readContact } from '../../src/operations/contact/read.ts'
import { removeContact } from '../../src/operations/contact/remove.ts'
import { dataRoutes } from '../routes/data-routes.ts'
import type { Server } from '../server/server.ts'

/** Registers the routes of contacts. */
export function contactRoutes(app: Server): void {
  dataRoutes(app, {
    path: '/contacts',
    label: { singular: 'contact', plural: 'contacts' },
    reading: { ability: 'contacts:read' },
    writing: { ability: 'contacts:write', policy: 'write' },
    record: Contact,
    list: { query: ContactQuery, run: listContacts },
    read: readContact,
    create: { body: NewContact, run: createContact },
    change: { methods: ['PATCH'], body: ContactChange, run: changeContact },
    remove: { run: removeContact },
  })
}
