import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../../support/admin.ts'
import { sql } from '../../../../support/makers.ts'
import { makeMentioned, makeNamed, newName, newTask, writeNote } from '../../../../support/notes.ts'
import { makePerson } from '../../../../support/people.ts'
import { statementsOf } from '../../../../support/statements.ts'
import { countBeside, myDay, partsOf } from '../../../../support/work-world.ts'
import { makeWorld, type World } from '../../../../support/world.ts'

let world: World
let author: Browser
let admin: Browser
let task: string
beforeAll(async () => {
  world = await makeWorld()
  author = await signIn(world, await makePerson(world, 'manager'))
  admin = await signIn(world, await makePerson(world, 'admin'))
  task = await newTask(world, 'Ship')
})

const note = (body: string, record = task) => writeNote(world, author, record, body)

const mentionsFor = async (browser: Browser) => partsOf(await browser.get(myDay)).Mentions

it('shows a note that mentions the person, beside its count, until `Seen` is pressed', async () => {
  const { user, browser } = await makeMentioned(world)
  const record = await newTask(world, 'Launch')
  const id = await note(`Hello @${user.name},\n${'long '.repeat(100)}`, record)
  const page = await browser.get(myDay)
  expect(partsOf(page).Mentions).toEqual(['Launch'])
  expect(countBeside(page, myDay)).toBe('1')
  expect(page.body).toContain(`<a href="${record}#notes">Launch</a>`)
  expect(page.body).toMatch(/Note on task<\/span> <span>by manager \d+<\/span>/)
  expect(page.body).toContain(`Hello @${user.name},\nlong long`)
  expect(page.body).toMatch(/long lo?n?g?…<\/p>/)
  expect(page.body).toMatch(/aria-label="Seen: note of manager \d+ on Launch, [^"]+">Seen</)
  expect((await browser.post(`${myDay}/notes/${id}/seen`)).location).toBe(myDay)
  const after = await browser.get(myDay)
  expect(partsOf(after).Mentions).toBeUndefined()
  expect(countBeside(after, myDay)).toBeUndefined()
  const [{ seen_at } = {}] = await sql(world, 'select seen_at from mentions where note_id = $1', id)
  expect((await browser.post(`${myDay}/notes/${id}/seen`)).location).toBe(myDay)
  const again = await sql(world, 'select seen_at from mentions where note_id = $1', id)
  expect(again).toEqual([{ seen_at }])
})

it('shows it until the person has opened the record, and to another who is mentioned still', async () => {
  const [first, second] = [await makeMentioned(world), await makeMentioned(world)]
  const record = await newTask(world, 'Review')
  await note(`@${first.user.name} and @${first.user.email} and @${second.user.name}`, record)
  await note(`Again @${first.user.name}`, record)
  expect(await mentionsFor(first.browser)).toEqual(['Review', 'Review'])
  await admin.get(record)
  await first.browser.get('/admin/tasks')
  const cookie = [...first.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = { method: 'HEAD', url: record, headers: { host: 'ops.test', cookie } } as const
  expect((await world.app.inject(head)).statusCode).toBe(200)
  expect(await mentionsFor(first.browser)).toEqual(['Review', 'Review'])
  expect(countBeside(await first.browser.get(record), myDay)).toBeUndefined()
  expect(await mentionsFor(first.browser)).toBeUndefined()
  expect(await mentionsFor(second.browser)).toEqual(['Review'])
})

it('lets no person press `Seen` for another', async () => {
  const { user, browser } = await makeMentioned(world)
  const id = await note(`@${user.name}`)
  await author.get(myDay)
  await author.post(`${myDay}/notes/${id}/seen`)
  expect(await mentionsFor(browser)).toEqual(['Ship'])
})

it('has no `Seen` for an inactive manager, for whom the record opens all the same', async () => {
  const user = await makeNamed(world, newName(), { status: 'inactive' })
  const browser = await signIn(world, user)
  const id = await note(`@${user.name}`)
  expect((await browser.get(task)).status).toBe(200)
  expect((await browser.get(myDay)).body).not.toContain(`${myDay}/notes/${id}/seen`)
  expect((await browser.post(`${myDay}/notes/${id}/seen`)).status).toBe(403)
  expect(await mentionsFor(browser)).toEqual(['Ship'])
})

it('names a deleted record without a link', async () => {
  const { user, browser } = await makeMentioned(world)
  const { send } = await makePerson(world)
  const { id } = (await send('POST', '/companies', { name: 'Contoso' })).body.data
  await note(`@${user.name}`, `/admin/companies/${id}`)
  await send('DELETE', `/companies/${id}`)
  const { body } = await browser.get(myDay)
  expect(body).toContain('Contoso<span class="absent"> (deleted)</span>')
  expect(body).not.toContain(`href="/admin/companies/${id}`)
})

it('reads many mentions by as many statements as one', async () => {
  const { user, browser } = await makeMentioned(world)
  const record = await newTask(world, 'Many')
  await note(`@${user.name}`, record)
  const one = await statementsOf(() => browser.get(myDay))
  for (let count = 0; count < 4; count += 1)
    await note(`${count} @${user.name}`, await newTask(world, 'Other'))
  const many = await statementsOf(() => browser.get(myDay))
  expect(many.length).toBe(one.length)
})
