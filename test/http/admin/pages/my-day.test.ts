import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../../support/admin.ts'
import { makeTask, makeToken, root } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { statementsOf } from '../../../support/statements.ts'
import { countBeside, day, makeWorkWorld, myDay, partsOf } from '../../../support/work-world.ts'

let made: Awaited<ReturnType<typeof makeWorkWorld>>
beforeAll(async () => {
  made = await makeWorkWorld()
})

describe('the page of the work of a person', () => {
  it('shows what is overdue, due this week, waits for others, and waits for an approval', async () => {
    expect(partsOf(await made.browser.get(myDay))).toEqual({
      Overdue: ['Autumn', 'Late'],
      'This week': ['Grow in Poland', 'Renew the certificate', 'By mail'],
      'Waiting for others': ['Behind', 'Blocked', 'Translate'],
    })
  })

  it('says what each entry is, whose product, and what it waits for', async () => {
    const { body } = await made.browser.get(myDay)
    const text = body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    expect(text).toContain(`Late Task due ${day(-2)} Overdue Сканер`)
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
    expect(countBeside(page, myDay)).toBe('5')
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
