import type { FastifyReply, FastifyRequest } from 'fastify'
import { boardStatuses } from '../../../../src/portfolio/task/board.ts'
import { requiredField } from '../../../../src/record/validation/messages.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'
import type { Server } from '../../../server/server.ts'
import { saveChange } from '../../form/save-change.ts'
import { submittedValues } from '../../form/submitted.ts'
import { t } from '../../html/text.ts'
import { valueLabel } from '../../html/value.ts'
import { inSentence } from '../../html/words.ts'
import { boardAddress } from '../../record/address.ts'
import { titleOf } from '../../record/links.ts'
import { changeableRow } from '../../record/row.ts'
import { taskPages } from '../../records/task.ts'
import { redirect } from '../../request/reply.ts'
import { cardId, Move } from './card.ts'
import { sendBoard } from './show.ts'

/** Registers the board of tasks, and the form that moves a card of it. */
export function boardPage(app: Server): void {
  app.get('/tasks/board', (request, reply) => sendBoard(request, reply))
  app.post('/tasks/board/:id', moveCard)
}

// Moves a card by the same change as the form of the task. A move to the blocked ones says what blocks the task, and
// another move removes that.
async function moveCard(request: FastifyRequest, reply: FastifyReply) {
  const row = await changeableRow(request, taskPages)
  const title = titleOf(taskPages, row)
  const values = submittedValues(request.body, Move)
  const { data, errors = {} } = safeValidate(Move, values)
  const reject = (errors: object, status: number) =>
    sendBoard(request, reply, { id: row.id, title, values, errors: { ...errors } }, status)
  if (!data) return reject(errors, 422)
  const isBlocked = data.status === 'blocked'
  const hasReason = data.blocked_by != null
  if (isBlocked && !hasReason && row.blocked_by === null)
    return reject({ blocked_by: [requiredField('blocked_by')] }, 422)
  const { rejected, effect, warnings } = await saveChange(request, taskPages, {
    status: data.status,
    ...(!isBlocked && { blocked_by: '' }),
    ...(isBlocked && hasReason && { blocked_by: values.blocked_by }),
  })
  if (rejected) return reject(rejected.errors, rejected.status)
  // Another person may have moved it meanwhile, which a move to where the page showed it does not replace.
  const { status } = await changeableRow(request, taskPages)
  const board = `${boardAddress(request.query as Record<string, unknown>)}#${cardId(row.id)}`
  const moved = t('board.moved', { title, status: inSentence(valueLabel(boardStatuses, String(status))) })
  return redirect(reply, board, moved + effect, warnings)
}
