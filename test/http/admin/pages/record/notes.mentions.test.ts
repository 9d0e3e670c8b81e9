import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../../support/admin.ts'
import { sql } from '../../../../support/makers.ts'
import { makeMentioned, makeNamed, newName, newTask, writeNote } from '../../../../support/notes.ts'
import { makePerson, type TestUser } from '../../../../support/people.ts'
import { myDay, partsOf } from '../../../../support/work-world.ts'
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

const note = (body: string) => writeNote(world, author, task, body)

const mentionsOf = async (id: number) =>
  (
    await sql(
      world,
      'select user_id from mentions where note_id = $1 and user_id is not null order by user_id',
      id,
    )
  ).map(({ user_id }) => Number(user_id))

const mentionsFor = async (browser: Browser) => partsOf(await browser.get(myDay)).Mentions

describe('the text of a note', () => {
  it('has a link to the user for an admin, and the name as text for a manager', async () => {
    const { user } = await makeMentioned(world)
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
    const { user } = await makeMentioned(world)
    const id = await note(`@${user.name}`)
    await sql(world, `update users set name = 'Renamed' where id = $1`, user.id)
    const other = await makeNamed(world, user.name)
    const { body } = await admin.get(task)
    expect(body).toContain(`<a href="/admin/users/${user.id}">@${user.name}</a>`)
    expect(await mentionsOf(id)).toEqual([user.id])
    expect(await mentionsFor(await signIn(world, other))).toBeUndefined()
  })
})

describe('a mention', () => {
  it('of an equal name is none, but by email it is one', async () => {
    const name = newName()
    const [one, other] = [await makeNamed(world, name), await makeNamed(world, name.toUpperCase())]
    expect(await mentionsOf(await note(`@${name}`))).toEqual([])
    expect(await mentionsOf(await note(`@${name} and @${other.email.toUpperCase()}`))).toEqual([other.id])
    await sql(world, `update users set status = 'blocked' where id = $1`, other.id)
    expect(await mentionsOf(await note(`@${name} and @${other.email}`))).toEqual([one.id])
  })

  it('has no link in a part of a name that several users have', async () => {
    const { user } = await makeMentioned(world)
    for (const _ of ['first', 'second']) await makeNamed(world, `${user.name} Petrova`)
    await note(`@${user.name} and @${user.name} Petrova`)
    const link = `<a href="/admin/users/${user.id}">@${user.name}</a>`
    expect((await admin.get(task)).body).toContain(`${link} and @${user.name} Petrova`)
  })

  it('of a user without a My day is none, and is not suggested', async () => {
    const user = await makePerson(world, 'user')
    const { user: reader } = await makeMentioned(world)
    expect(await mentionsOf(await note(`@${user.email} @${reader.email}`))).toEqual([reader.id])
    const suggested = async (email: string) =>
      JSON.parse((await author.get(`/admin/suggestions/readers?q=${email}`)).body).length
    expect([await suggested(user.email), await suggested(reader.email)]).toEqual([0, 1])
  })

  it('is seen by a person who opens the record, not by a note that is rejected', async () => {
    const { user, browser } = await makeMentioned(world)
    await note(`@${user.name}`)
    await browser.get(myDay)
    expect((await browser.post(`${task}/notes`, { body: ' ' })).status).toBe(422)
    expect(await mentionsFor(browser)).toHaveLength(1)
    await browser.get(task)
    expect(await mentionsFor(browser)).toBeUndefined()
  })

  it('of a blocked user or of several is not of the user with a part of the name', async () => {
    const name = newName()
    await makeNamed(world, name)
    await makeNamed(world, `${name} Blocked`, { status: 'blocked' })
    await makeNamed(world, `${name} Twice`)
    await makeNamed(world, `${name} Twice`)
    expect(await mentionsOf(await note(`@${name} Blocked, @${name} Twice`))).toEqual([])
  })

  it('is found by a note of the operations API too, and its answer has no more fields than before', async () => {
    const { user, browser } = await makeMentioned(world)
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
    const { user, browser } = await makeMentioned(world)
    const id = await note(`@${user.name}`)
    await author.confirm(`${task}/notes/${id}/delete`)
    expect(await mentionsOf(id)).toEqual([])
    expect(await mentionsFor(browser)).toBeUndefined()
  })
})
