import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Person } from '../../../../src/access/person.ts'
import { authorId, mayChangeOwned } from '../../../../src/access/policy.ts'
import { readInTransaction } from '../../../../src/database/read.ts'
import {
  findNames,
  listMentions,
  type Mention,
  unseenNotesAbout,
} from '../../../../src/journal/note/mention.ts'
import { NewNote, type Note } from '../../../../src/journal/note/note.ts'
import { listNotes, readNote } from '../../../../src/journal/note/read.ts'
import { addNote, markSeen, removeNote } from '../../../../src/journal/note/writes.ts'
import { phrase } from '../../../../src/language/phrase.ts'
import type { FieldErrors } from '../../../../src/record/fault.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { webPaging } from '../../../../src/record/list/paging.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'
import type { Server } from '../../../server/server.ts'
import { formControls } from '../../form/controls.ts'
import { form } from '../../form/form.ts'
import { submittedValues } from '../../form/submitted.ts'
import { type Html, html } from '../../html/html.ts'
import { confirmation } from '../../html/post-form.ts'
import { t } from '../../html/text.ts'
import { inZone, timestamp, timeText } from '../../html/time.ts'
import { recordAddress } from '../../record/address.ts'
import { linksAbove } from '../../record/links.ts'
import { userLink } from '../../record/person-link.ts'
import type { DetailContext, FormValues, RecordPages, Row } from '../../record/record.ts'
import { mayWrite, recordRef, requireWriter, rowById } from '../../record/row.ts'
import { pathId } from '../../request/path.ts'
import { personOf, redirect, sendPage } from '../../request/reply.ts'
import { adminWrite } from '../../request/write.ts'

const shownNotes = 20

const NotesQuery = z.object({ notes: webPaging.page })

const noteControls = formControls(NewNote).map((control) => ({
  ...control,
  label: phrase('note.note'),
  mentions: true as const,
  help: phrase('note.help'),
}))

/** The form of a new note that was invalid. */
export type NoteForm = { values?: FormValues; errors?: FieldErrors }

type ShowRecord = (
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  noteForm: NoteForm,
) => Promise<FastifyReply>

/**
 * Registers the routes that add and delete notes of a record. Every writer may add notes; only the author of a note and
 * admins may delete it.
 */
export function noteRoutes(app: Server, pages: RecordPages, showRecord: ShowRecord): void {
  const address = `/${pages.collection}/:id/notes`

  app.post(address, async (request, reply) => {
    requireWriter(request, pages)
    const row = await rowById(request, pages)
    const values = submittedValues(request.body)
    const { data, errors } = safeValidate(NewNote, values)
    if (!data) return showRecord(request, reply, pages, { values, errors: errors ?? {} })
    await adminWrite(request, async (em, actor) => {
      // The record may have been deleted in the meantime.
      await pages.read(readInTransaction(em), row.id, personOf(request))
      return addNote(em, actor, recordRef(pages, row), data)
    })
    return redirect(reply, `${recordAddress(pages.collection, row.id)}#notes`, t('note.added'))
  })

  app.get(`${address}/:note/delete`, async (request, reply) => {
    requireWriter(request, pages)
    const row = await rowById(request, pages)
    // A note is never changed, so its id says which text the person has seen.
    const note = await readNote(request.server.read, recordRef(pages, row), pathId(request, 'note'))
    const title = t('note.deleteTitle')
    const text = textWithLinks(note, await listMentions(request.server.read, [note.id]), personOf(request))
    const subject = html`<article class="note">${signedText(note, text)}</article>`
    const question = t('note.deleteQuestion')
    const cancel = recordAddress(pages.collection, row.id)
    const content = (csrf: string) =>
      confirmation({ title, question, csrf, label: t('form.delete'), cancel, subject })
    return sendPage(request, reply, { title, content, above: linksAbove(pages, row) })
  })

  app.post(`${address}/:note/delete`, async (request, reply) => {
    requireWriter(request, pages)
    const row = await rowById(request, pages)
    const id = pathId(request, 'note')
    await adminWrite(request, (em, actor) => removeNote(em, actor, recordRef(pages, row), id))
    return redirect(reply, `${recordAddress(pages.collection, row.id)}#notes`, t('note.deleted'))
  })
}

/**
 * Stores that a person who may write has opened a record, and so has seen the notes about it that mention the person. The
 * page is shown even if that cannot be stored: My day has the notes until then.
 */
export async function openNotes(request: FastifyRequest, pages: RecordPages, row: Row): Promise<void> {
  if (request.method !== 'GET' || !mayWrite(request, pages)) return
  const { read } = request.server
  const unseen = await unseenNotesAbout(read, recordRef(pages, row), personOf(request).id)
  if (unseen.length === 0) return
  try {
    await adminWrite(request, (em, actor) => markSeen(em, actor, unseen))
  } catch (error) {
    request.log.warn({ err: error }, 'The notes of a record could not be marked as seen.')
  }
}

/** Renders the notes of a record, newest first, and the form of a new one. */
export async function noteSection(
  pages: RecordPages,
  { row, person, csrf, read, query }: DetailContext,
  mayWrite: boolean,
  { values = {}, errors }: NoteForm,
): Promise<Html> {
  const { data } = NotesQuery.safeParse(query)
  const page = data?.notes ?? 1
  const found = await listNotes(read, recordRef(pages, row), {
    page,
    per_page: shownNotes,
    with_total: false,
  })
  const address = recordAddress(pages.collection, row.id)
  const mentions = await listMentions(
    read,
    found.rows.map(({ id }) => id),
  )
  const mayDelete = ({ author }: Note) => mayWrite && mayChangeOwned(person, authorId(author))
  return html`
    <section class="part notes" aria-labelledby="notes">
      <h2 id="notes">${t('note.title')}</h2>
      ${mayWrite ? form({ action: `${address}/notes`, csrf, controls: noteControls, values, errors, submit: t('note.add') }) : null}
      ${found.rows.length === 0 && !mayWrite ? html`<p class="absent">${t('note.none')}</p>` : null}
      ${found.rows.map(
        (note) => html`<article class="note">
          ${signedText(
            note,
            textWithLinks(note, mentions, person),
            mayDelete(note) &&
              inZone(
                (zone) =>
                  html`<span class="off-paper"> · <a href=${`${address}/notes/${note.id}/delete`} aria-label=${t('note.deleteOf', { time: timeText(note.created_at, 'minute', zone) })}>${t('form.delete')}</a></span>`,
              ),
          )}
        </article>`,
      )}
      ${
        page > 1 || found.more
          ? html`<nav class="pager" aria-label=${t('note.pages')}>
            ${page > 1 ? html`<a class="button" href=${`${address}?notes=${page - 1}#notes`}>${t('note.newer')}</a>` : null}
            ${found.more ? html`<a class="button" href=${`${address}?notes=${page + 1}#notes`}>${t('note.older')}</a>` : null}
          </nav>`
          : null
      }
    </section>
  `
}

function signedText({ author, created_at }: Note, text: Html, link?: Html): Html {
  return html`
    <p class="about">${visibleName(author)} · ${timestamp(created_at)} ${link}</p>
    <p class="text">${text}</p>
  `
}

// The text as it was typed, in which each name of a mention is a link for those who may see the page of the user.
function textWithLinks({ id, body }: Note, mentions: Mention[], reader: Person): Html {
  const users = new Map(
    mentions.filter(({ note_id }) => note_id === id).map(({ name, user }) => [name, user]),
  )
  const found = findNames(body, new Set(users.keys()))
  const parts = found.flatMap((mention, index): Html[] => {
    const { start, end } = mention
    const user = users.get(mention.name)
    const before = body.slice(found[index - 1]?.end ?? 0, start)
    const name = body.slice(start, end)
    return [before, user ? userLink({ ...user, name }, reader) : name]
  })
  return [...parts, body.slice(found.at(-1)?.end ?? 0)]
}
