import { makeTask, makeToken, root, sql } from './makers.ts'
import { makeWorld } from './world.ts'

export type Agent = Awaited<ReturnType<typeof makeToken>>

/** A world with two agents, and what they do with tasks. */
export async function makeClaimsWorld() {
  const world = await makeWorld()
  const [one, other] = [await makeToken(world), await makeToken(world)]
  const send = (agent: Agent, method: string, path: string, body?: object, headers: object = {}) =>
    world.send(method, root + path, body, { ...agent.headers, ...headers })
  const minutesLeft = async (id: number) => {
    const [row] = await sql(
      world,
      'select round(extract(epoch from expires_at - now()) / 60)::int as left from task_claims where task_id = $1',
      id,
    )
    return row?.left as number | undefined
  }
  return {
    world,
    one,
    other,
    send,
    makeTask: (fields: object = {}): Promise<number> =>
      makeTask(world, fields as Record<string, unknown>).then(({ id }) => id),
    claim: (agent: Agent, id: number, query = '', headers: object = {}) =>
      send(agent, 'POST', `/tasks/${id}/claim${query}`, undefined, headers),
    release: (agent: Agent, id: number) => send(agent, 'DELETE', `/tasks/${id}/claim`),
    change: (agent: Agent, id: number, body: object) => send(agent, 'PATCH', `/tasks/${id}`, body),
    read: async (id: number) => (await world.send('GET', `${root}/tasks/${id}`)).body.task,
    minutesLeft,
    /** Moves a claim an hour into the past, so that its lease has these minutes left. */
    age: (id: number, left: number) =>
      sql(
        world,
        `update task_claims set claimed_at = claimed_at - interval '1 hour',
           expires_at = now() + $2::int * interval '1 minute' where task_id = $1`,
        id,
        left,
      ),
    /** The events in the history of a task, oldest first. */
    events: async (id: number) =>
      sql(
        world,
        `select event, actor->>'type' as by, actor->>'id' as by_id from history
         where record_type = 'task' and record_id = $1 order by id`,
        id,
      ),
  }
}
export type ClaimsWorld = Awaited<ReturnType<typeof makeClaimsWorld>>

/** The length of the lease of a claim in minutes. */
export function leaseOf({ claimed_at, expires_at }: { claimed_at: string; expires_at: string }): number {
  return Math.round((Date.parse(expires_at) - Date.parse(claimed_at)) / 60_000)
}
