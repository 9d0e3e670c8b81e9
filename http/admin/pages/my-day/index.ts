import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../../../../src/access/actor.ts'
import type { EntityManager } from '../../../../src/database/transaction.ts'
import { Fault, type FieldErrors } from '../../../../src/record/fault.ts'
import { day } from '../../../../src/record/rules/day.ts'
import { required } from '../../../../src/record/rules/required.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'
import type { Server } from '../../../server/server.ts'
import { labelledErrors } from '../../form/labelled-errors.ts'
import { warningTexts } from '../../form/messages.ts'
import { effectOf } from '../../form/save-change.ts'
import { localized, t } from '../../html/text.ts'
import { dayText } from '../../html/time.ts'
import { fieldLabel } from '../../html/words.ts'
import { recordAddress } from '../../record/address.ts'
import { titleOf } from '../../record/links.ts'
import type { FormValues, Row } from '../../record/record.ts'
import { changeableRow, requireWriter } from '../../record/row.ts'
import { redirect } from '../../request/reply.ts'
import { adminWrite, noPrecondition } from '../../request/write.ts'
import { myDayAddress, workKinds } from './kinds.ts'
import { seeNote } from './mentions.ts'
import { sendMyDay } from './show.ts'

type Kind = (typeof workKinds)[keyof typeof workKinds]

const dayName = 'due_at'
const Postponed = z.object({ due_at: required(day) })

/** Registers the page of the work of the person who is signed in, with its buttons. */
export function myDayPages(app: Server): void {
  app.get('/my-day', (request, reply) => sendMyDay(request, reply))
  app.post('/my-day/notes/:id/seen', seeNote)
  for (const kind of Object.values(workKinds)) {
    const { collection } = kind.pages
    app.post(`/my-day/${collection}/:id/done`, (request, reply) => finish(request, reply, kind))
    app.post(`/my-day/${collection}/:id/postpone`, (request, reply) => postpone(request, reply, kind))
  }
}

async function finish(request: FastifyRequest, reply: FastifyReply, kind: Kind) {
  const { pages, asks } = kind
  const row = await changeableRow(request, pages)
  if (asks && row[asks.field] === null)
    return redirect(reply, `${recordAddress(pages.collection, row.id)}#${asks.field}`, localized(asks.notice))
  const { title, effect, warnings } = await changeWork(request, kind, row, kind.finished)
  return redirect(reply, myDayAddress, `${t(kind.done, { title })}${effect}`, warnings)
}

async function postpone(request: FastifyRequest, reply: FastifyReply, kind: Kind) {
  requireWriter(request, kind.pages)
  const { collection } = kind.pages
  const { id } = request.params as { id: string }
  const { data, errors } = safeValidate(Postponed, request.body)
  const rejected = (messages: string[]) => {
    const { due_at } = (request.body ?? {}) as Record<string, unknown>
    return sendMyDay(request, reply, { collection, id: Number(id), due_at, messages })
  }
  if (!data) return rejected(dayErrors(errors ?? {}))
  try {
    const row = await changeableRow(request, kind.pages)
    const { title, warnings } = await changeWork(request, kind, row, { [kind.dayField]: data.due_at })
    return redirect(reply, myDayAddress, t('myDay.postponed', { title, day: dayText(data.due_at) }), warnings)
  } catch (error) {
    const messages = error instanceof Fault && error.errors?.[kind.dayField]
    if (!messages) throw error
    return rejected(dayErrors({ [dayName]: messages }))
  }
}

function dayErrors(errors: FieldErrors): string[] {
  const control = { name: dayName, label: fieldLabel(dayName) }
  return labelledErrors(errors, [control])[dayName] ?? []
}

// The same function as in the form of the record, so that the same rules apply.
async function changeWork(request: FastifyRequest, { pages }: Kind, row: Row, input: FormValues) {
  const { change } = pages
  if (!change) throw new Error(`Records of ${pages.collection} cannot be changed.`)
  const result = await adminWrite(
    request,
    (em: EntityManager, actor: Actor) => change.run(em, actor, row.id, input as never, noPrecondition),
    { form: () => ({ type: pages.historyType, action: 'change', id: row.id, body: input }) },
  )
  return { title: titleOf(pages, row), effect: effectOf(result), warnings: warningTexts(result, change.body) }
}
