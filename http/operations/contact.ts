import { ContactChange, NewContact } from '../../src/operations/contact/contact.ts'
import { Contact, ContactQuery, listContacts, readContact } from '../../src/operations/contact/read.ts'
import { changeContact, createContact, removeContact } from '../../src/operations/contact/writes.ts'
import { recordRoutes } from '../routes/record-routes.ts'
import { dataEnvelope, idKey } from '../routes/resource.ts'
import type { Server } from '../server/server.ts'

/** Registers the routes of contacts. */
export function contactRoutes(app: Server): void {
  recordRoutes(app, {
    key: idKey,
    path: '/contacts',
    label: { singular: 'contact', plural: 'contacts' },
    reading: { ability: 'contacts:read' },
    writing: { ability: 'contacts:write', policy: 'write' },
    envelope: dataEnvelope(Contact),
    list: { query: ContactQuery, run: listContacts },
    get: { run: readContact },
    create: { body: NewContact, run: createContact },
    change: { methods: ['PATCH'], body: ContactChange, run: changeContact },
    remove: { run: removeContact },
  })
}
