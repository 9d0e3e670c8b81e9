import type { Read } from '../../src/database/read.ts'
import { changeContact } from '../../src/operations/contact/change.ts'
import { ContactChange, NewContact } from '../../src/operations/contact/contact.ts'
import { createContact } from '../../src/operations/contact/create.ts'
import { Contact, ContactQuery, listContacts, readContact } from '../../src/operations/contact/read.ts'
import { removeContact } from '../../src/operations/contact/remove.ts'
import { asData, createdData, data, NoQuery } from '../data.ts'
import { pageAnswer, paged } from '../paging.ts'
import { IdPath } from '../path.ts'
import type { App } from '../types.ts'
import { changed, created, removed, WriteQuery } from '../write.ts'
import { gone } from './gone.ts'

const tags = ['Contacts']
const reading = { ability: 'contacts:read' } as const
const writing = { ability: 'contacts:write', policy: 'write' } as const

const shown = (id: number) => ({
  schema: data(Contact),
  body: async (read: Read) => ({ data: await readContact(read, id) }),
})

/** Contacts: people the company is in touch with. */
export function contactRoutes(app: App): void {
  app.get(
    '/contacts',
    {
      config: reading,
      schema: {
        tags,
        summary: 'List contacts',
        querystring: ContactQuery,
        response: { 200: paged(Contact) },
      },
    },
    async (request) => pageAnswer(request, request.query, await listContacts(app.readReplica, request.query)),
  )

  app.get(
    '/contacts/:id',
    {
      config: reading,
      schema: {
        tags,
        summary: 'Read a contact',
        params: IdPath,
        querystring: NoQuery,
        response: { 200: data(Contact) },
      },
    },
    async ({ params }) => shown(params.id).body(app.read),
  )

  app.post(
    '/contacts',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Create a contact',
        querystring: WriteQuery,
        body: NewContact,
        response: createdData(Contact),
      },
    },
    (request, reply) =>
      created(
        request,
        reply,
        asData((em, actor) => createContact(em, actor, request.body)),
        { path: ({ data }) => `/api/v1/contacts/${data.id}` },
      ),
  )

  app.patch(
    '/contacts/:id',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Change a contact',
        params: IdPath,
        querystring: WriteQuery,
        body: ContactChange,
        response: { 200: data(Contact) },
      },
    },
    (request, reply) =>
      changed(
        request,
        reply,
        asData((em, actor, precondition) =>
          changeContact(em, actor, request.params.id, request.body, precondition),
        ),
        { shown: shown(request.params.id) },
      ),
  )

  app.delete(
    '/contacts/:id',
    {
      config: writing,
      schema: {
        tags,
        summary: 'Delete a contact',
        params: IdPath,
        querystring: WriteQuery,
        response: gone,
      },
    },
    (request, reply) => removed(request, reply, (em, actor) => removeContact(em, actor, request.params.id)),
  )
}
