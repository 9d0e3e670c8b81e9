import { beforeAll, describe, expect, it } from 'vitest'
import { dayText } from '../../../../http/admin/html/time.ts'
import { formFields, signIn } from '../../../support/admin.ts'
import { makeTask, makeToken, root, sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { statementsOf } from '../../../support/statements.ts'
import { countBeside, day, makeWorkWorld, myDay, partsOf } from '../../../support/work-world.ts'

let made: Awaited<ReturnType<typeof makeWorkWorld>>
beforeAll(async () => {
  made = await makeWorkWorld()
})

describe('the page of the work of a person', () => {
  it('shows what is overdue, due this week, has no day, waits for others, and waits for an approval', async () => {
    expect(partsOf(await made.browser.get(myDay))).toEqual({
      Overdue: ['Autumn', 'Late'],
      'This week': ['Grow in Poland', 'Renew the certificate', 'By mail'],
      'Without a day': ['Without a day'],
      'Waiting for others': ['Behind', 'Blocked', 'Translate'],
    })
  })

  it('says what each entry is, whose product, and what it waits for', async () => {
    const { body } = await made.browser.get(myDay)
    const text = body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    expect(text).toContain(`Late Task due ${dayText(day(-2))} Overdue Сканер`)
    expect(text).toContain('Grow in Poland Review of decision due today')
    expect(text).toContain('Critical')
    expect(text).toContain('waits for Of another')
    expect(text).toContain('waits for: The answer of Apple')
    expect(text).toContain('assigned to Boris')
    expect(body).toContain(`<a href="/admin/tasks/${made.made['Of another']}">Of another</a>`)
  })

  it('is empty for a person without work', async () => {
    const other = await signIn(made.world, await makePerson(made.world, 'manager'))
    expect((await other.get(myDay)).body).toContain('Nothing is due and nothing waits.')
  })

  it('is the first page of the navigation, with the number of entries to finish', async () => {
    const page = await made.browser.get('/admin/products')
    expect(/aria-label="Sections"[\s\S]*?<a href="([^"]*)"/.exec(page.body)?.[1]).toBe(myDay)
    expect(countBeside(page, myDay)).toBe('6')
    expect(countBeside(await made.admin.get('/admin/products'), myDay)).toBeUndefined()
  })

  it('is read by as many statements for much work as for none', async () => {
    const [mine, none] = [
      await statementsOf(() => made.browser.get(myDay)),
      await statementsOf(() => made.admin.get(myDay)),
    ]
    expect(mine.length).toBeLessThanOrEqual(none.length)
  })

  it('is closed to users, and has no buttons for an inactive manager', async () => {
    const user = await signIn(made.world, await makePerson(made.world, 'user'))
    expect((await user.get(myDay)).status).toBe(403)
    expect((await user.get('/admin/account')).body).not.toContain(myDay)
    const idle = await makePerson(made.world, 'manager', { status: 'inactive' })
    await makeTask(made.world, { title: 'Idle', owner: idle.name, due_at: day(0) })
    const reader = await signIn(made.world, idle)
    const { body } = await reader.get(myDay)
    expect(body).toContain('Idle')
    expect(body).not.toMatch(/>(Done|Postpone)</)
    expect((await reader.post(`${myDay}/tasks/${made.made.Late}/done`)).status).toBe(403)
  })
})

describe('what waits for an approval', () => {
  it('is each proposal that the person may decide on, and for an admin each rule without approval', async () => {
    const { headers } = await makeToken(made.world, ['propose'])
    const propose = (path: string, body: object) => made.world.send('POST', `${root}/${path}`, body, headers)
    expect(
      (await propose('tasks', { title: 'Answer reviews', product_slug: made.product.slug })).status,
    ).toBe(202)
    const rule = { title: 'Proposed rule', rule_type: 'freeze-policy', body: 'Freeze.' }
    expect((await propose('canon-rules', rule)).status).toBe(202)
    await made.world.send('POST', `${root}/canon-rules`, { ...rule, title: 'Unapproved rule' })
    expect(partsOf(await made.browser.get(myDay))['For approval']).toEqual(['Answer reviews'])
    expect(partsOf(await made.admin.get(myDay))['For approval']).toEqual([
      'Answer reviews',
      'Proposed rule',
      'Unapproved rule',
    ])
    const page = await made.browser.get('/admin/tasks')
    expect(countBeside(page, '/admin/proposals')).toBe('2')
    expect(Number(countBeside(page, '/admin/review'))).toBeGreaterThan(0)
  })
})

describe('the entries', () => {
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
      expect(page.body).toContain(`“Late” is postponed to ${dayText(day(3))}.`)
      expect(partsOf(page)['This week']).toContain('Late')
      await visit(`decisions/${made.made.decision}/postpone`, { due_at: day(30) })
      await visit(`service-tasks/${made.made.service}/postpone`, { due_at: day(31) })
      await visit(`strategies/${made.made.strategy}/postpone`, { due_at: day(32) })
      expect(await fields('decisions', made.made.decision)).toMatchObject({ status: 'active' })
      expect(countBeside(await made.browser.get('/admin'), myDay)).toBe('3')
    })

    it('without a day is given one in place, and stands on the dashboard until then', async () => {
      expect((await made.browser.get('/admin')).body).toMatch(/No day<\/span><div><a [^>]*>Without a day</)
      const id = made.made['Without a day']
      expect(partsOf(await visit(`tasks/${id}/postpone`, { due_at: day(30) }))).not.toHaveProperty(
        'Without a day',
      )
      expect(await fields('tasks', id)).toMatchObject({ status: 'open' })
    })

    it.each([
      ['', 'The due at field is required.'],
      ['soon', 'The due at field must match the format Y-m-d.'],
    ])('is not postponed to "%s", and says why', async (due_at, message) => {
      await made.browser.get(myDay)
      const { status, body } = await made.browser.post(`${myDay}/tasks/${made.made.Late}/postpone`, {
        due_at,
      })
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
      await visit(`service-tasks/${made.made.service}/done`)
      await visit(`strategies/${made.made.strategy}/done`)
      expect(await fields('service_tasks', made.made.service)).toMatchObject({ status: 'done' })
      expect(await fields('strategies', made.made.strategy)).toMatchObject({ status: 'completed' })
      const { body } = await made.browser.get(`/admin/tasks/${made.made['Of another']}`)
      expect(body).toContain(made.anna.name)
    })

    it('asks for the outcome of a decision, which finishes its review', async () => {
      const { decision } = made.made
      await made.browser.get(myDay)
      const done = () => made.browser.post(`${myDay}/decisions/${decision}/done`)
      const page = `/admin/decisions/${decision}`
      expect((await done()).location).toBe(`${page}#outcome`)
      expect(await fields('decisions', decision)).toMatchObject({ status: 'active', outcome: null })
      const { body } = await made.browser.get(page)
      expect(body).toContain('How did the decision turn out?')
      await made.browser.post(`${page}/outcome`, { ...formFields({ body }), outcome: 'partly' })
      expect(await fields('decisions', decision)).toMatchObject({ status: 'reviewed', outcome: 'partly' })
      // A decision that was judged before needs no other outcome.
      await sql(made.world, "update decisions set status = 'active' where id = $1", decision)
      expect((await done()).location).toBe(myDay)
      expect(await fields('decisions', decision)).toMatchObject({ status: 'reviewed', outcome: 'partly' })
    })

    it('is 404 for a record that does not exist or is of another kind', async () => {
      await made.browser.get(myDay)
      expect((await made.browser.post(`${myDay}/tasks/999999/done`)).status).toBe(404)
      expect((await made.browser.post(`${myDay}/products/1/done`)).status).toBe(404)
    })
  })
})
