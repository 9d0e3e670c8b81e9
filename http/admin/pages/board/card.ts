import { z } from 'zod'
import { boardStatuses, type Card } from '../../../../src/portfolio/task/board.ts'
import { TaskChange } from '../../../../src/portfolio/task/task.ts'
import { priorities } from '../../../../src/portfolio/vocabulary.ts'
import type { FieldErrors } from '../../../../src/record/fault.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { enumOf } from '../../../../src/record/rules/enumeration.ts'
import { required } from '../../../../src/record/rules/required.ts'
import { type Control, formControls } from '../../form/controls.ts'
import { form } from '../../form/form.ts'
import { dueDay } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { rich, t } from '../../html/text.ts'
import { valueBadge } from '../../html/value.ts'
import { claimText } from '../../parts/task-work.ts'
import { recordAddress } from '../../record/address.ts'
import type { ShowOwner } from '../../record/person-link.ts'
import type { FormValues } from '../../record/record.ts'

/** The form that moves a card to another column. */
export const Move = z.object({
  status: required(enumOf(boardStatuses)),
  blocked_by: TaskChange.shape.blocked_by,
})

/** A move that was not carried out: what was sent for the task, and why it was rejected. */
export type RejectedMove = { id: number; title: string; values: FormValues; errors: FieldErrors }

/** What the cards are rendered from. `action` returns the address of the form of a card. */
export type CardContext = {
  csrf: string
  action: (id: number) => string
  mayWrite: boolean
  show: ShowOwner
  rejected: RejectedMove | undefined
}

/** Returns the id of the link of a card. A card that was moved is the target of the address, so that its link has the focus. */
export function cardId(id: number): string {
  return `task-${id}`
}

/** Renders a task with the form that moves it. */
export function card(task: Card, context: CardContext): Html {
  const { id, title } = task
  return html`<li data-card>
    <a id=${cardId(id)} href=${recordAddress('tasks', id)}>${visibleName({ id, name: title })}</a>
    <p class="meta">${facts(task, context).map((fact) => fact && html`<span>${fact}</span> `)}</p>
    ${context.mayWrite && moveForm(task, context)}
  </li>`
}

function facts(
  { status, priority, product, owner, due_at, blocker, blocked_by, claim }: Card,
  { show }: CardContext,
): Html[] {
  return [
    product && html`<a href=${recordAddress('products', product.id)}>${visibleName(product)}</a>`,
    owner === null ? t('board.noOwner') : show(owner),
    due_at !== null && rich('board.due', { day: dueDay(due_at, status !== 'done') }),
    valueBadge(priorities, priority),
    blocker &&
      rich('myDay.waitsFor', {
        blocker: html`<a href=${recordAddress('tasks', blocker.id)}>${visibleName(blocker)}</a>`,
      }),
    typeof blocked_by === 'string' && t('myDay.waitsForReason', { reason: blocked_by }),
    claim && claimText(claim),
  ]
}

// Without meanings and help, which a card has no room for. The form begins with the status of the task.
const controls: Control[] = formControls(Move).map((control) => ({
  ...control,
  help: undefined,
  required: false,
  default: '',
  options: control.options?.map(({ value, label }) => ({ value, label })),
}))

function moveForm(
  { id, title, status, version, blocked_by }: Card,
  { csrf, action, rejected: last }: CardContext,
): Html {
  const rejected = last?.id === id ? last : undefined
  const move = rich('board.move', {
    title: visibleName({ id, name: title }),
    record: (text: Html[]) => html`<span class="visually-hidden">${text}</span>`,
  })
  return html`<details open=${rejected && true} data-waits=${blocked_by === null ? undefined : ''}>
    <summary>${move}</summary>
    ${form({
      action: action(id),
      csrf,
      controls,
      values: rejected?.values ?? { status },
      errors: rejected?.errors,
      submit: move,
      version,
      prefix: cardId(id),
    })}
  </details>`
}
