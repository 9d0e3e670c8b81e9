import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../../support/makers.ts'
import { countBeside, day, makeWorkWorld, myDay, partsOf } from '../../../support/work-world.ts'

let made: Awaited<ReturnType<typeof makeWorkWorld>>
beforeAll(async () => {
  made = await makeWorkWorld()
})

describe('an entry', () => {
  const fields = async (kind: string, id: number | undefined) =>
    (await sql(made.world, `select * from ${kind} where id = $1`, id))[0]
  const visit = async (path: string, form: Record<string, string> = {}) => {
    await made.browser.get(myDay)
    const { status, location } = await made.browser.post(`${myDay}/${path}`, form)
    expect([status, location]).toEqual([303, myDay])
    return made.browser.get(myDay)
  }

  it('is postponed in place', async () => {
    const page = await visit(`tasks/${made.made.Late}/postpone`, { due_at: day(3) })
    expect(page.body).toContain(`“Late” is postponed to ${day(3)}.`)
    expect(partsOf(page)['This week']).toContain('Late')
    await visit(`decisions/${made.made.decision}/postpone`, { due_at: day(30) })
    await visit(`service-tasks/${made.made.service}/postpone`, { due_at: day(31) })
    await visit(`strategies/${made.made.strategy}/postpone`, { due_at: day(32) })
    expect(await fields('decisions', made.made.decision)).toMatchObject({ status: 'active' })
    expect(countBeside(await made.browser.get('/admin'), myDay)).toBe('2')
  })

  it.each([
    ['', 'The due at field is required.'],
    ['soon', 'The due at field must match the format Y-m-d.'],
  ])('is not postponed to "%s", and says why', async (due_at, message) => {
    await made.browser.get(myDay)
    const { status, body } = await made.browser.post(`${myDay}/tasks/${made.made.Late}/postpone`, { due_at })
    expect(status).toBe(422)
    expect(body).toContain(message.replace('due at', 'due on'))
    expect(body).toContain(`aria-describedby="tasks-${made.made.Late}-error"`)
  })

  it('shows the message of a rule of its kind', async () => {
    await sql(
      made.world,
      'update strategies set starts_on = $1, ends_on = $2 where id = $3',
      day(1),
      day(2),
      made.made.strategy,
    )
    await made.browser.get(myDay)
    const { status, body } = await made.browser.post(`${myDay}/strategies/${made.made.strategy}/postpone`, {
      due_at: day(0),
    })
    expect(status).toBe(422)
    expect(body).toContain('must be a date after or equal to')
  })

  it('is finished in place, and says what else it changed', async () => {
    const page = await visit(`tasks/${made.made['Of another']}/done`)
    expect(page.body).toContain('“Of another” is done. No longer blocked: “Behind”.')
    expect(partsOf(page).Overdue).toEqual(['Behind'])
    await visit(`decisions/${made.made.decision}/done`)
    await visit(`service-tasks/${made.made.service}/done`)
    await visit(`strategies/${made.made.strategy}/done`)
    expect(await fields('decisions', made.made.decision)).toMatchObject({ status: 'reviewed' })
    expect(await fields('service_tasks', made.made.service)).toMatchObject({ status: 'done' })
    expect(await fields('strategies', made.made.strategy)).toMatchObject({ status: 'completed' })
    const { body } = await made.browser.get(`/admin/tasks/${made.made['Of another']}`)
    expect(body).toContain(made.anna.name)
  })

  it('is 404 for a record that does not exist or is of another kind', async () => {
    await made.browser.get(myDay)
    expect((await made.browser.post(`${myDay}/tasks/999999/done`)).status).toBe(404)
    expect((await made.browser.post(`${myDay}/products/1/done`)).status).toBe(404)
  })
})
