import { setTimeout as sleep } from 'node:timers/promises'
import type { Read } from '../../database/read.ts'
import { type MikroORM, transact } from '../../database/transaction.ts'
import { mainAgent } from '../agent/agent.ts'
import type { Message } from '../conversation/message.ts'
import { findTurn, recentTurns } from '../conversation/read.ts'
import { storeTurns } from '../conversation/writes.ts'
import type { Ask } from './provider.ts'
import { claimTurn, countReply, type Reply, storeReply } from './store-reply.ts'

// Longer than the language model's time limit: after that, the process that claimed the turn is gone.
const timeoutSeconds = 25
const pollIntervalMs = 250

/**
 * What an answer needs: the database, the language model (null if none is configured) with its daily limit, and the
 * fixed text that is sent instead of its reply.
 */
export type ReplyOptions = {
  orm: MikroORM
  read: Read
  ask: Ask | null
  fallback: string
  maxDailyReplies: number
}

/**
 * Answers a message of a contact. The message is committed before the language model is called, so that it is kept
 * whatever happens to the reply. A repeated message gets the stored reply, or waits for the one in progress.
 */
export async function answerMessage(options: ReplyOptions, input: Message) {
  const { contact_id, contact_name = null, message_id = null, text: user_text } = input
  const newTurns = { contact_id, contact_name, message_id, user_text, assistant_text: null }
  const { contact, conversation_id, user_turn_id } = await transact(options.orm, (em) =>
    storeTurns(em, { ...newTurns, agent: mainAgent, source: 'contact', timeoutSeconds }),
  )
  const answered =
    user_turn_id === null
      ? await awaitReply(options, conversation_id, message_id ?? '')
      : await reply(options, conversation_id, user_turn_id)
  const { text, source, provider_error, ...turns } = answered
  return {
    reply: text,
    reply_source: source,
    ...(provider_error && { provider_error }),
    conversation_id,
    contact,
    ...turns,
  }
}

// The first request may still be generating the reply. If its process is gone, this one takes the turn over.
async function awaitReply(options: ReplyOptions, conversation_id: number, message_id: string) {
  for (;;) {
    const turn = await findTurn(options.read, { conversation_id, source: 'contact', message_id })
    if (!turn) throw new Error('The stored turn no longer exists.')
    if (turn.assistant_turn_id !== null) return turn as Reply
    const claimed = await transact(options.orm, (em) => claimTurn(em, turn.user_turn_id, timeoutSeconds))
    if (claimed) return reply(options, conversation_id, turn.user_turn_id)
    await sleep(pollIntervalMs)
  }
}

async function reply(options: ReplyOptions, conversation_id: number, user_turn_id: number): Promise<Reply> {
  const answer = await generateReply(options, conversation_id, user_turn_id)
  return transact(options.orm, (em) => storeReply(em, user_turn_id, answer))
}

async function generateReply(
  { orm, read, ask, fallback, maxDailyReplies }: ReplyOptions,
  conversation: number,
  turn: number,
) {
  const fixed = { text: fallback, source: 'fallback', provider_error: null } as const
  if (!ask || !(await transact(orm, (em) => countReply(em, maxDailyReplies)))) return fixed
  const turns = await recentTurns(read, conversation, turn)
  const answer = await ask(turns.map(({ role, text }) => ({ role, content: text })))
  if ('error' in answer) return { ...fixed, provider_error: answer.error }
  return { text: answer.text, source: 'provider', provider_error: null } as const
}
