import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../src/record/fault.ts'
import { confirmation } from './confirmation.ts'
import { titleOf } from './detail.ts'
import { listLink } from './links.ts'
import type { RecordAction, RecordPages } from './record.ts'
import { personOf, redirect, sendPage } from './reply.ts'
import { changeableRow } from './row.ts'
import { words } from './words.ts'
import { adminWrite } from './write.ts'

/** Returns every action on a record, with its deletion. */
export function actionsOf({ actions = [], remove, label }: RecordPages): RecordAction[] {
  if (!remove) return [...actions]
  const confirm = `Delete this ${label.singular}? It can no longer be seen afterwards.`
  return [...actions, { ...remove, path: 'delete', label: 'Delete', confirm }]
}

/** Asks before an action. */
export async function confirm(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  action: RecordAction,
) {
  const row = await actionableRow(request, pages, action)
  const name = titleOf(pages, row)
  const cancel = `/admin/${pages.collection}/${row.id}`
  const title = `${action.label}: ${name}`
  const question = action.confirm ?? ''
  const content = (csrf: string) => confirmation({ title, question, csrf, label: action.label, cancel })
  return sendPage(request, reply, { title, content, above: [listLink(pages), { href: cancel, label: name }] })
}

/** Performs an action. */
export async function perform(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: RecordPages,
  action: RecordAction,
) {
  const row = await actionableRow(request, pages, action)
  await adminWrite(request, (em, actor) => action.run(em, actor, row.id))
  const notice = `${words(pages.label.singular)}: ${action.label.toLowerCase()} done.`
  return redirect(
    reply,
    action.path === 'delete' ? `/admin/${pages.collection}` : `/admin/${pages.collection}/${row.id}`,
    notice,
  )
}

async function actionableRow(
  request: FastifyRequest,
  pages: RecordPages,
  { label, isOffered, isPossible }: RecordAction,
) {
  const row = await changeableRow(request, pages)
  if (isOffered && !isOffered(row, personOf(request))) throw new Fault('policy_denied')
  if (isPossible && !isPossible(row))
    throw new Fault('conflict', `${label}: the ${pages.label.singular} is not in a state that allows it.`)
  return row
}
