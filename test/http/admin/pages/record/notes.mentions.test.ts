import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../../support/admin.ts'
import { makeTask, sql } from '../../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../../support/people.ts'
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
  task = await newTask('Ship')
})

let number = 0

const newTask = async (title: string) => `/admin/tasks/${(await makeTask(world, { title })).id}`

/** Creates a manager with this name, who is signed in. */
async function person(name: string, options: Parameters<typeof makePerson>[2] = {}) {
  const user = await makePerson(world, 'manager', options)
  await sql(world, 'update users set name = $1 where id = $2', name, user.id)
  return { ...user, name }
}

const newName = () => {
  number += 1
  return `Maria Nowak ${String.fromCharCode(96 + number)}`
}

async function mentioned() {
  const user = await person(newName())
  return { user, browser: await signIn(world, user) }
}

async function note(body: string, record = task) {
  await author.get(record)
  expect((await author.post(`${record}/notes`, { body })).location).toBe(`${record}#notes`)
  const [row] = await sql(world, 'select max(id) as id from notes')
  return Number(row?.id)
}

const mentionsOf = async (id: number) =>
  (await sql(world, 'select user_id from mentions where note_id = $1 order by user_id', id)).map(
    ({ user_id }) => Number(user_id),
  )

const mentionsFor = async (browser: Browser) => partsOf(await browser.get(myDay)).Mentions

describe('the text of a note', () => {
  it('has a link to the user for an admin, and the name as text for a manager', async () => {
    const { user } = await mentioned()
    await note(`Ask @${user.name.toUpperCase()} or @${user.email}, not <b>@${user.name}x</b>.`)
    const { body } = await admin.get(task)
    const link = (text: string) => `<a href="/admin/users/${user.id}">@${text}</a>`
    expect(body).toContain(
      `Ask ${link(user.name.toUpperCase())} or ${link(user.email)}, not &lt;b>@${user.name}x&lt;/b>.`,
    )
    const shown = (await author.get(task)).body
    expect(shown).toContain(`Ask @${user.name.toUpperCase()} or @${user.email}, not`)
    expect(shown).not.toContain(`/admin/users/${user.id}`)
  })

  it('keeps its link after the user is renamed, and mentions no user who takes the name later', async () => {
    const { user } = await mentioned()
    const id = await note(`@${user.name}`)
    await sql(world, `update users set name = 'Renamed' where id = $1`, user.id)
    const other = await person(user.name)
    const { body } = await admin.get(task)
    expect(body).toContain(`<a href="/admin/users/${user.id}">@${user.name}</a>`)
    expect(await mentionsOf(id)).toEqual([user.id])
    expect(await mentionsFor(await signIn(world, other))).toBeUndefined()
  })
})

describe('a mention', () => {
  it('of an equal name is none, but by email it is one', async () => {
    const name = newName()
    const [one, other] = [await person(name), await person(name.toUpperCase())]
    expect(await mentionsOf(await note(`@${name}`))).toEqual([])
    expect(await mentionsOf(await note(`@${name} and @${other.email.toUpperCase()}`))).toEqual([other.id])
    await sql(world, `update users set status = 'blocked' where id = $1`, other.id)
    expect(await mentionsOf(await note(`@${name} and @${other.email}`))).toEqual([one.id])
  })

  it('of a blocked user or of several is not of the user with a part of the name', async () => {
    const name = newName()
    await person(name)
    await person(`${name} Blocked`, { status: 'blocked' })
    await person(`${name} Twice`)
    await person(`${name} Twice`)
    expect(await mentionsOf(await note(`@${name} Blocked, @${name} Twice`))).toEqual([])
  })

  it('is found by a note of the operations API too, and its answer has no more fields than before', async () => {
    const { user, browser } = await mentioned()
    const { send } = await makePerson(world)
    const { id } = (await send('POST', '/companies', { name: 'Northwind' })).body.data
    const answer = await send('POST', `/companies/${id}/notes`, { body: `@${user.name} called.` })
    expect(Object.keys(answer.body.data).sort()).toEqual(['author', 'body', 'created_at', 'id'])
    expect(await mentionsFor(browser)).toEqual(['Northwind'])
  })

  it('is at most of 50 names of one note', async () => {
    const users: TestUser[] = []
    for (let count = 0; count < 51; count += 1) users.push(await makePerson(world, 'manager'))
    const id = await note(users.map(({ email }) => `@${email}`).join(' '))
    expect(await mentionsOf(id)).toHaveLength(50)
  })

  it('ends with its note', async () => {
    const { user, browser } = await mentioned()
    const id = await note(`@${user.name}`)
    await author.confirm(`${task}/notes/${id}/delete`)
    expect(await mentionsOf(id)).toEqual([])
    expect(await mentionsFor(browser)).toBeUndefined()
  })
})

describe('My day', () => {
  it('shows a note that mentions the person, beside its count, until `Seen` is pressed', async () => {
    const { user, browser } = await mentioned()
    const record = await newTask('Launch')
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
    const [first, second] = [await mentioned(), await mentioned()]
    const record = await newTask('Review')
    await note(`@${first.user.name} and @${first.user.email} and @${second.user.name}`, record)
    await note(`Again @${first.user.name}`, record)
    expect(await mentionsFor(first.browser)).toEqual(['Review', 'Review'])
    await admin.get(record)
    await first.browser.get('/admin/tasks')
    expect(await mentionsFor(first.browser)).toEqual(['Review', 'Review'])
    expect(countBeside(await first.browser.get(record), myDay)).toBeUndefined()
    expect(await mentionsFor(first.browser)).toBeUndefined()
    expect(await mentionsFor(second.browser)).toEqual(['Review'])
  })

  it('lets no person press `Seen` for another', async () => {
    const { user, browser } = await mentioned()
    const id = await note(`@${user.name}`)
    await author.get(myDay)
    await author.post(`${myDay}/notes/${id}/seen`)
    expect(await mentionsFor(browser)).toEqual(['Ship'])
  })

  it('has no `Seen` for an inactive manager, for whom the record opens all the same', async () => {
    const user = await person(newName(), { status: 'inactive' })
    const browser = await signIn(world, user)
    const id = await note(`@${user.name}`)
    expect((await browser.get(task)).status).toBe(200)
    expect((await browser.get(myDay)).body).not.toContain(`${myDay}/notes/${id}/seen`)
    expect((await browser.post(`${myDay}/notes/${id}/seen`)).status).toBe(403)
    expect(await mentionsFor(browser)).toEqual(['Ship'])
  })

  it('names a deleted record without a link', async () => {
    const { user, browser } = await mentioned()
    const { send } = await makePerson(world)
    const { id } = (await send('POST', '/companies', { name: 'Contoso' })).body.data
    await note(`@${user.name}`, `/admin/companies/${id}`)
    await send('DELETE', `/companies/${id}`)
    const { body } = await browser.get(myDay)
    expect(body).toContain('Contoso<span class="absent"> (deleted)</span>')
    expect(body).not.toContain(`href="/admin/companies/${id}`)
  })

  it('reads many mentions by as many statements as one', async () => {
    const { user, browser } = await mentioned()
    const record = await newTask('Many')
    await note(`@${user.name}`, record)
    const one = await statementsOf(() => browser.get(myDay))
    for (let count = 0; count < 4; count += 1) await note(`${count} @${user.name}`, await newTask('Other'))
    const many = await statementsOf(() => browser.get(myDay))
    expect(many.length).toBe(one.length)
  })
})
