import { expect } from 'vitest'
import { todayIn } from '../../src/record/time-zone.ts'
import { type AdminPage, signIn } from './admin.ts'
import { makeTask, root } from './makers.ts'
import { makePerson } from './people.ts'
import { makeWorld } from './world.ts'

/** The board of tasks. */
export const board = '/admin/tasks/board'

/** Returns the day that is `days` after today. */
export const day = (days: number) => todayIn('UTC', days)

/** A world with two managers, and the functions that make and read tasks. */
export async function makeBoardWorld() {
  const world = await makeWorld()
  const people = { anna: await makePerson(world, 'manager'), ben: await makePerson(world, 'manager') }
  return {
    world,
    people,
    anna: await signIn(world, people.anna),
    ben: await signIn(world, people.ben),
    task: async (title: string, fields: object = {}): Promise<number> =>
      (await makeTask(world, { title, ...fields })).id,
    stored: async (id: number) => {
      const { status, body } = await world.send('GET', `${root}/tasks/${id}`)
      expect(status).toBe(200)
      return body.task
    },
  }
}
export type BoardWorld = Awaited<ReturnType<typeof makeBoardWorld>>

/** Returns the titles of the cards of each column that has some. */
export function columnsOf({ body }: AdminPage): Record<string, string[]> {
  const sections = body.matchAll(/<section [^>]*data-column="([\w-]+)"[\s\S]*?<\/section>/g)
  const columns = [...sections].map(([section, status = '']): [string, string[]] => [
    status,
    [...section.matchAll(/<li data-card[^>]*><a [^>]*>([^<]*)</g)].map(([, title = '']) => title),
  ])
  return Object.fromEntries(columns.filter(([, cards]) => cards.length > 0))
}

/** Returns the HTML of a card. */
export const cardIn = ({ body }: AdminPage, id: number) =>
  new RegExp(`<li data-card[^>]*><a id="task-${id}"[\\s\\S]*?(?=<li |</ul>)`).exec(body)?.[0] ?? ''
