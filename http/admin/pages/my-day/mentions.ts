import type { FastifyReply, FastifyRequest } from 'fastify'
import { readTitles, recordKey } from '../../../../src/catalog/record-titles.ts'
import type { Read } from '../../../../src/database/read.ts'
import { listUnseenNotes } from '../../../../src/journal/note/mention.ts'
import { markSeen } from '../../../../src/journal/note/writes.ts'
import { oneLine, visibleName } from '../../../../src/record/invisible.ts'
import { ellipsize } from '../../../../src/record/rules/truncate.ts'
import { type Html, html } from '../../html/html.ts'
import { csrfField } from '../../html/post-form.ts'
import { t } from '../../html/text.ts'
import { inZone, timestamp, timeText } from '../../html/time.ts'
import { inSentence } from '../../html/words.ts'
import { titleLink } from '../../record/record-link.ts'
import { recordText } from '../../record/record-text.ts'
import { requireWriter } from '../../record/row.ts'
import { pagesOfType } from '../../records/index.ts'
import { pathId } from '../../request/path.ts'
import { redirect } from '../../request/reply.ts'
import { adminWrite } from '../../request/write.ts'
import { myDayAddress } from './kinds.ts'

const shownText = 300

/** Stores that the person has seen a note. */
export async function seeNote(request: FastifyRequest, reply: FastifyReply) {
  requireWriter(request)
  const id = pathId(request)
  await adminWrite(request, (em, actor) => markSeen(em, actor, [id]))
  return redirect(reply, myDayAddress, t('myDay.noteSeen'))
}

/** Returns what renders the notes that mention a person and that the person has not seen, newest first. */
export async function unseenNotes(read: Read, user_id: number) {
  const notes = await listUnseenNotes(read, user_id)
  const titles = await readTitles(read, notes)
  return (csrf: string, mayWrite: boolean): Html[] =>
    notes.map((note) => {
      const { id, body, author, record_type, created_at } = note
      const found = titles.get(recordKey(note))
      const by = visibleName(author)
      const pages = pagesOfType(record_type)
      const kind = pages ? inSentence(recordText(pages, 'name')) : record_type
      return html`<li>
        <div class="what">
          ${titleLink(note, found, '#notes')}
          <p class="meta"><span>${t('myDay.noteOn', { kind })}</span> <span>${t('myDay.by', { author: by })}</span> <span>${timestamp(created_at)}</span></p>
          <p class="text">${ellipsize(body, shownText)}</p>
        </div>
        ${
          mayWrite &&
          html`<div class="do">
            <form method="post" action=${`${myDayAddress}/notes/${id}/seen`}>
              ${csrfField(csrf)}
              ${inZone(
                (zone) =>
                  html`<button aria-label=${t('myDay.seenNote', { author: by, record: oneLine(found?.title ?? kind), time: timeText(created_at, 'second', zone) })}>${t('myDay.seen')}</button>`,
              )}
            </form>
          </div>`
        }
      </li>`
    })
}
