import { expect } from 'vitest'
import { type AdminPage, signIn } from './admin.ts'
import { makeProduct, makeToken, root, sql } from './makers.ts'
import { makePerson } from './people.ts'
import { makeWorld } from './world.ts'

/** A world with the product `run`, a token that proposes, and people who decide. */
export async function makeProposalsWorld() {
  const world = await makeWorld()
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
  const token = await makeToken(world, ['read', 'propose'])
  const people = { admin: await makePerson(world, 'admin'), manager: await makePerson(world, 'manager') }
  const send = (method: string, path: string, body?: object) =>
    world.send(method, root + path, body, token.headers)
  const manager = await signIn(world, people.manager)
  return {
    world,
    token,
    people,
    send,
    admin: await signIn(world, people.admin),
    manager,
    /** Proposes a write, and returns the id of the proposal. */
    async propose(method: string, path: string, body: object): Promise<number> {
      const answer = await send(method, path, body)
      expect(answer).toMatchObject({ status: 202 })
      return answer.body.proposal.id
    },
    /** Writes at once, by another token. */
    write: (method: string, path: string, body: object) => world.send(method, root + path, body),
    read: async (id: number) => (await send('GET', `/proposals/${id}`)).body.proposal,
    /** Asks for changes, as a manager. */
    async ask(id: number, note = 'Lower the severity') {
      const page = `/admin/proposals/${id}`
      await manager.get(page)
      return manager.post(`${page}/ask`, { note })
    },
    expire: (id: number) => sql(world, `update proposals set expires_at = now() where id = ${id}`),
  }
}
export type ProposalsWorld = Awaited<ReturnType<typeof makeProposalsWorld>>

/** Returns the text of the main part of a page. */
export function textOf({ body }: Pick<AdminPage, 'body'>): string {
  const main = body.slice(body.indexOf('<main'))
  return main.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

/** A signal of the product `run`. */
export const signal = { product_slug: 'run', title: 'Crashes on start', signal_type: 'problem' }
