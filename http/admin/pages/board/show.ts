import type { FastifyReply, FastifyRequest } from 'fastify'
import { readTitles } from '../../../../src/catalog/record-titles.ts'
import {
  type BoardColumn,
  boardDoneDays,
  boardDoneFrom,
  boardStatuses,
  readBoard,
} from '../../../../src/portfolio/task/board.ts'
import { type PlanQuery, planFields } from '../../../../src/portfolio/task/plan.ts'
import { maxExactTotal } from '../../../../src/record/list/total.ts'
import { labelledErrors } from '../../form/labelled-errors.ts'
import { nameTyped } from '../../form/references.ts'
import { type Html, html } from '../../html/html.ts'
import { numberText, t } from '../../html/text.ts'
import { valueLabel } from '../../html/value.ts'
import { inSentence } from '../../html/words.ts'
import { filterLine } from '../../list/filter-line.ts'
import { filterControls, filteredRecords, filterText } from '../../list/filters.ts'
import { listTitle } from '../../list/list.ts'
import { readListRequest, withoutEmptyParameters } from '../../list/list-request.ts'
import { presets, weekPresets } from '../../list/presets.ts'
import { boardAddress, listAddress } from '../../record/address.ts'
import { ownerRenderer } from '../../record/person-link.ts'
import type { FormValues } from '../../record/record.ts'
import { mayCreate, mayWrite } from '../../record/row.ts'
import { taskPages } from '../../records/task.ts'
import { personOf, redirect, sendPage } from '../../request/reply.ts'
import { withNext } from '../../request/way-back.ts'
import { type CardContext, card, type RejectedMove } from './card.ts'

const collection = 'tasks/board'
const controls = filterControls(taskPages).filter(({ name }) => name in planFields)

type Filters = Record<string, string>

/** Sends the board of tasks. `rejected` is a move that was not carried out. */
export async function sendBoard(
  request: FastifyRequest,
  reply: FastifyReply,
  rejected?: RejectedMove,
  status = 200,
) {
  const address = withoutEmptyParameters(request)
  if (address && !rejected) return redirect(reply, address)
  const { read, config } = request.server
  const { TIME_ZONE: zone } = config
  const person = personOf(request)
  const asked = Object.entries(request.query as FormValues).filter(([name]) => name in planFields)
  const { sent, query, errors, isInvalid } = await readListRequest(
    request,
    taskPages,
    Object.fromEntries(asked),
  )
  // Not from a replica: a card is moved from the version that the board shows.
  const columns = isInvalid ? [] : await readBoard(read, query as PlanQuery, zone)
  const owners = columns.flatMap(({ cards }) => cards.map(({ owner }) => owner))
  const [show, titles, shown] = await Promise.all([
    ownerRenderer(read, owners, person),
    readTitles(read, filteredRecords(taskPages, sent, person)),
    nameTyped(read, controls, sent, person),
  ])
  const title = t('layout.board')
  const here = boardAddress(sent)
  const content = (csrf: string) => {
    const context: CardContext = {
      csrf,
      action: (id) => here.replace(collection, `${collection}/${id}`),
      mayWrite: mayWrite(request, taskPages),
      show,
      rejected,
    }
    return html`
      <div class="head">
        ${listTitle(title, t('board.about', { days: boardDoneDays }))}
        <div class="buttons">
          <a class="button" href=${listAddress('tasks', sent)}>${t('board.list')}</a>
          ${mayCreate(request, taskPages) && newTask(sent, here)}
        </div>
      </div>
      ${filterLine({
        action: boardAddress(),
        presets: presets({ collection, presets: weekPresets, saved: [], filters: sent, person }),
        controls,
        values: shown,
        errors,
        chips: Object.entries(sent).map(([name, value]) => {
          const { [name]: _, ...others } = sent
          return {
            text: filterText(controls, name, value, { person, titles }),
            href: boardAddress(others),
          }
        }),
      })}
      ${rejected && unseenMove(columns, rejected)}
      ${columns.length > 0 && html`<div class="board" data-rows data-editable>${columns.map((one) => column(one, context, sent, zone))}</div>`}
    `
  }
  return sendPage(request, reply, { title, content }, isInvalid ? 422 : status)
}

function newTask({ owner }: Filters, next: string): Html {
  const form = `${listAddress('tasks')}/new${owner ? `?${new URLSearchParams({ owner })}` : ''}`
  return html`<a class="button primary" href=${withNext(form, next)} data-key="n">${t('task.new')}</a>`
}

// Says why a task was not moved whose card the board does not show.
function unseenMove(columns: BoardColumn[], { id, title, errors }: RejectedMove): Html {
  if (columns.some(({ cards }) => cards.some((card) => card.id === id))) return null
  const reasons = Object.values(labelledErrors(errors, [])).flat().join(' ')
  return html`<p class="notice error" role="alert">${t('board.notMoved', { title, reasons })}</p>`
}

function column({ status, cards, total }: BoardColumn, context: CardContext, filters: Filters, zone: string) {
  const id = `column-${status}`
  const name = valueLabel(boardStatuses, status)
  const count = total > maxExactTotal ? `${numberText(maxExactTotal)}+` : numberText(total)
  const done = status === 'done' && { done_from: boardDoneFrom(zone) }
  return html`<section aria-labelledby=${id} data-column=${status}>
    <h2 id=${id}>${name} <span class="count">${count}</span></h2>
    ${cards.length === 0 ? html`<p class="absent">${t('board.none')}</p>` : html`<ul>${cards.map((task) => card(task, context))}</ul>`}
    ${total > cards.length && html`<p><a href=${listAddress('tasks', { ...filters, status, ...done })}>${t('board.allOfStatus', { count, status: inSentence(name) })}</a></p>`}
  </section>`
}
