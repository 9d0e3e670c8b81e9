import { todayIn } from '../../../src/record/time-zone.ts'
import type { Sent } from '../admin.ts'
import type { AdminWorld } from '../admin-world.ts'
import type { TestUser } from '../people.ts'
import { prepareDecision } from '../prepare-decision.ts'
import { type FormCase, lastId, type MakeForm } from './form-case.ts'
import { makeRecord } from './records.ts'

const today = todayIn('UTC', 0)

/** What makes a record the work of a person. */
const workFields: Record<string, (person: TestUser) => Sent> = {
  tasks: ({ name }) => ({ owner: name, due_at: today }),
  decisions: ({ name }) => ({ owner: name, review_at: today }),
  'service-tasks': ({ name }) => ({ assignee: name, due_at: today }),
  strategies: ({ id }) => ({ owner_id: String(id), status: 'active', ends_on: today }),
}

function workForm(collection: string, verb: string): MakeForm {
  return async (world) => {
    const id = await makeRecord(world, collection, workFields[collection]?.(world.people.admin))
    await prepareDecision(world, `my-day/${collection}/${verb}`, id)
    return {
      page: '/admin/my-day',
      action: `/admin/my-day/${collection}/${id}/${verb}`,
      ...(verb === 'postpone' && { fields: { due_at: todayIn('UTC', 3) } }),
    }
  }
}

async function seenForm(world: AdminWorld): Promise<FormCase> {
  const task = `/admin/tasks/${await makeRecord(world, 'tasks')}`
  await world.manager.get(task)
  await world.manager.post(`${task}/notes`, { body: `@${world.people.admin.name} look.` })
  return { page: '/admin/my-day', action: `/admin/my-day/notes/${await lastId(world, 'notes')}/seen` }
}

/** The forms of My day and of the board, by their route. */
export const workForms: Record<string, MakeForm> = {
  ...Object.fromEntries(
    Object.keys(workFields).flatMap((collection) =>
      ['done', 'postpone'].map((verb) => [
        `/admin/my-day/${collection}/:id/${verb}`,
        workForm(collection, verb),
      ]),
    ),
  ),
  '/admin/my-day/notes/:id/seen': seenForm,
  '/admin/tasks/board/:id': async (world) => {
    const id = await makeRecord(world, 'tasks')
    return { page: '/admin/tasks/board', action: `/admin/tasks/board/${id}`, fields: { status: 'done' } }
  },
}
