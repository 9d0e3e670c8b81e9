import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Person } from '../../../src/access/person.ts'
import {
  createSavedFilter,
  NewSavedFilter,
  readSavedFilter,
  removeSavedFilter,
} from '../../../src/people/saved-filter.ts'
import { policyDenied } from '../../../src/record/fault.ts'
import { validate } from '../../../src/record/validation/validate.ts'
import type { Server } from '../../server/server.ts'
import { formControls } from '../form/controls.ts'
import { form } from '../form/form.ts'
import { inputErrors, submittedValues } from '../form/submitted.ts'
import { html } from '../html/html.ts'
import { confirmation } from '../html/post-form.ts'
import { t } from '../html/text.ts'
import { mayDelete, maySave, saveAddress, savedAddress } from '../list/presets.ts'
import { listAddress } from '../record/address.ts'
import { navigation } from '../records/index.ts'
import { pathId } from '../request/path.ts'
import { personOf, redirect, sendPage } from '../request/reply.ts'
import { adminActor, adminWrite } from '../request/write.ts'

const everyone = { config: { access: 'everyone' } } as const

/** Registers the routes that save the filters of a list under a name, and that delete them. */
export function savedFilterPages(app: Server): void {
  app.post('/saved-filters', everyone, save)
  app.get('/saved-filters/:id/delete', everyone, confirmDelete)
  app.post('/saved-filters/:id/delete', everyone, remove)
}

async function save(request: FastifyRequest, reply: FastifyReply) {
  const person = personOf(request)
  // The form is the body, the list and its query are in the address.
  const { collection, query } = request.query as { collection?: unknown; query?: unknown }
  const list = linkToList(person, collection)
  if (!maySave(person) || !list) throw policyDenied()
  const values = submittedValues(request.body)
  try {
    const encoded = String(new URLSearchParams(String(query ?? '')))
    const input = validate(NewSavedFilter, { ...values, collection, query: encoded })
    await adminWrite(request, (em, actor) => createSavedFilter(em, actor, input))
    return redirect(reply, savedAddress(input), t('list.filtersSaved'))
  } catch (error) {
    const errors = inputErrors(error)
    const title = t('list.saveFilters')
    const controls = formControls(NewSavedFilter.pick({ name: true, is_shared: true }))
    const content = (csrf: string) => html`
      <h1>${title}</h1>
      ${form({
        action: saveAddress(String(collection), String(query ?? '')),
        csrf,
        controls,
        values,
        errors,
        submit: t('form.save'),
        cancel: list.href,
      })}
    `
    return sendPage(request, reply, { title, content, above: [list] }, 422)
  }
}

// Undefined if the person may not see the list.
function linkToList(person: Person, collection: unknown) {
  const links = navigation(person).flatMap(({ links }) => links)
  return links.find(({ href }) => href === listAddress(String(collection)))
}

async function confirmDelete(request: FastifyRequest, reply: FastifyReply) {
  const filter = await deletableFilter(request)
  const title = t('list.deleteTitle', { name: filter.name })
  const question = filter.is_shared ? t('list.deleteShared') : t('list.deleteOwn')
  const cancel = savedAddress(filter)
  const content = (csrf: string) => confirmation({ title, question, csrf, label: t('form.delete'), cancel })
  const list = linkToList(personOf(request), filter.collection)
  return sendPage(request, reply, { title, content, above: list && [list] })
}

async function remove(request: FastifyRequest, reply: FastifyReply) {
  const { id, collection } = await deletableFilter(request)
  await adminWrite(request, (em, actor) => removeSavedFilter(em, actor, id))
  return redirect(reply, listAddress(collection), t('list.savedFilterDeleted'))
}

async function deletableFilter(request: FastifyRequest) {
  if (!maySave(personOf(request))) throw policyDenied()
  const filter = await readSavedFilter(request.server.read, adminActor(request), pathId(request))
  if (!mayDelete(filter, personOf(request))) throw policyDenied()
  return filter
}
