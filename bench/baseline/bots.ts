import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'

const statements = {
  agent: 'select id, name, is_active from agents where name = $1 and deleted_at is null',
  contact: `insert into contacts as known (external_id, name, source, last_message_at, created_by, updated_by)
    values ($1, coalesce($2, $1), 'bot', now(), $3, $3)
    on conflict (external_id) where deleted_at is null
    do update set last_message_at = now(), name = coalesce($2, known.name) returning id`,
  conversation: `insert into conversations (contact_id, agent_id) values ($1, $2)
    on conflict (contact_id, agent_id) do update set contact_id = excluded.contact_id returning id`,
  turns: `insert into turns (conversation_id, contact_id, role, source, text)
    values ($1, $2, 'user', 'log', $3), ($1, $2, 'assistant', 'log', $4) returning id`,
}

type Body = { contact_id: string; contact_name?: string; user_text: string; assistant_text: string }

const text = { type: 'string', minLength: 1, maxLength: 20_000 }
const body = {
  type: 'object',
  required: ['contact_id', 'user_text', 'assistant_text'],
  properties: {
    contact_id: { type: 'string', maxLength: 191 },
    contact_name: { type: 'string', maxLength: 255 },
    user_text: text,
    assistant_text: text,
  },
}
const logged = {
  type: 'object',
  properties: {
    status: { type: 'string' },
    agent: { type: 'string' },
    conversation_id: { type: 'integer' },
    turn_ids: { type: 'array', items: { type: 'integer' } },
  },
}

/** The bot log as written by hand, without this project's framework: Fastify, `pg`, three inserts in a transaction. */
export function botsBaseline(pool: pg.Pool): FastifyInstance {
  const app = Fastify()
  app.post<{ Params: { agent: string }; Body: Body }>(
    '/api/v1/bot/:agent/log',
    { schema: { body, response: { 201: logged } } },
    async ({ params, body }, reply) => {
      const client = await pool.connect()
      const run = async (name: keyof typeof statements, values: unknown[]) =>
        (await client.query({ name, text: statements[name], values })).rows
      try {
        const [agent] = await run('agent', [params.agent])
        if (!agent) return reply.code(404).send({ message: 'Agent not found.' })
        if (!agent.is_active) return reply.code(409).send({ message: 'Agent is switched off.' })
        const author = { type: 'bot', id: agent.id, name: agent.name }
        await client.query('begin')
        const [contact] = await run('contact', [body.contact_id, body.contact_name ?? null, author])
        const [conversation] = await run('conversation', [contact.id, agent.id])
        const turns = await run('turns', [conversation.id, contact.id, body.user_text, body.assistant_text])
        await client.query('commit')
        const turn_ids = turns.map(({ id }) => id)
        return reply
          .code(201)
          .send({ status: 'ok', agent: agent.name, conversation_id: conversation.id, turn_ids })
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
  )
  return app
}
