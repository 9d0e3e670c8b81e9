import { setTimeout as sleep } from 'node:timers/promises'
import type { Read } from '../../database/read.ts'
import { type MikroORM, transact } from '../../database/unit-of-work.ts'
import { mainAgent } from '../agent/agent.ts'
import { findTurn } from '../conversation/find-turn.ts'
import type { Message } from '../conversation/message.ts'
import { recentTurns } from '../conversation/recent-turns.ts'
import { recordTurns } from '../conversation/record-turns.ts'
import { spendReply } from './daily-replies.ts'
import type { Ask } from './provider.ts'
import { type Reply, storeReply, takeTurn } from './store-reply.ts'

// Longer than the language model may take: then whoever had the turn is gone.
const patience = 25
const pause = 250

/** What answers: the language model within its daily limit, else a fixed text. */
export type Assistant = {
  orm: MikroORM
  read: Read
  ask: Ask | null
  fallback: string
  mostDaily: number
}

/**
 * Answers a message of a contact. The message is stored before the language model is asked, so that it is kept
 * whatever becomes of the answer; a message that comes again gets the answer it got, or is waiting for.
 */
export async function answerMessage(assistant: Assistant, input: Message) {
  const { contact_id, contact_name = null, message_id = null, text: user_text } = input
  const said = { contact_id, contact_name, message_id, user_text, assistant_text: null }
  const { contact, conversation_id, user_turn_id } = await transact(assistant.orm, (em) =>
    recordTurns(em, { ...said, agent: mainAgent, source: 'contact', patience }),
  )
  const answered =
    user_turn_id === null
      ? await earlierReply(assistant, conversation_id, message_id ?? '')
      : await reply(assistant, conversation_id, user_turn_id)
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

// Whoever came first may still be at it, or may be gone: then the turn is taken over.
async function earlierReply(assistant: Assistant, conversation_id: number, message_id: string) {
  for (;;) {
    const turn = await findTurn(assistant.read, { conversation_id, source: 'contact', message_id })
    if (!turn) throw new Error('A turn that was there is gone.')
    if (turn.assistant_turn_id !== null) return turn as Reply
    const taken = await transact(assistant.orm, (em) => takeTurn(em, turn.user_turn_id, patience))
    if (taken) return reply(assistant, conversation_id, turn.user_turn_id)
    await sleep(pause)
  }
}

async function reply(assistant: Assistant, conversation_id: number, user_turn_id: number): Promise<Reply> {
  const answer = await think(assistant, conversation_id, user_turn_id)
  return transact(assistant.orm, (em) => storeReply(em, user_turn_id, answer))
}

async function think({ orm, read, ask, fallback, mostDaily }: Assistant, conversation: number, turn: number) {
  const fixed = { text: fallback, source: 'fallback', provider_error: null } as const
  if (!ask || !(await transact(orm, (em) => spendReply(em, mostDaily)))) return fixed
  const turns = await recentTurns(read, conversation, turn)
  const answer = await ask(turns.map(({ role, text }) => ({ role, content: text })))
  if ('error' in answer) return { ...fixed, provider_error: answer.error }
  return { text: answer.text, source: 'provider', provider_error: null } as const
}
