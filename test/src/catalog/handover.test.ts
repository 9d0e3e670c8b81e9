import { beforeAll, expect, it } from 'vitest'
import { type Browser, formFields, signIn } from '../../support/admin.ts'
import { makeDecision, makeProduct, makeTask, root, sql } from '../../support/makers.ts'
import { makeApplication, makeStrategy } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
let browser: Browser
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  browser = await signIn(world, admin)
  await makeProduct(world, { name: 'Run', direction_slug: 'fitness' })
})

// A manager with an application, a strategy, a decision with a task, and a task that is done.
async function makeLeaver() {
  const leaver = await makePerson(world, 'manager')
  const owned = { owner_id: leaver.id }
  const named = `${leaver.id} App`
  await makeApplication(admin, { name: named, ...owned })
  await makeStrategy(admin, { name: named, ...owned })
  const decision = await makeDecision(world, {
    product_slug: 'run',
    owner: leaver.name.toUpperCase(),
    tasks: [{ title: 'Do', owner: leaver.email }],
  })
  const done = await makeTask(world, { product_slug: 'run', owner: leaver.name, status: 'done' })
  const read = async () => {
    const shown = (await world.send('GET', `${root}/decisions/${decision.id}`)).body.decision
    return {
      application: await ownerIdOf('applications', named),
      strategy: await ownerIdOf('strategies', named),
      decision: shown.owner,
      task: shown.tasks[0].owner,
      done: (await world.send('GET', `${root}/tasks/${done.id}`)).body.task.owner,
    }
  }
  return { leaver, read, application: named, task_id: shownTask(decision) }
}

async function ownerIdOf(table: 'applications' | 'strategies', name: string) {
  const [row] = await sql(world, `select owner_id from ${table} where name = $1`, name)
  return Number(row?.owner_id)
}

const shownTask = (decision: { tasks: { id: number }[] }) => decision.tasks[0]?.id ?? 0

async function block({ id }: TestUser, successor: string) {
  const address = `/admin/users/${id}/edit`
  const fields = formFields(await browser.get(address))
  return browser.post(address, { ...fields, status: 'blocked', successor })
}

it('gives the applications, strategies, tasks and decisions of a blocked user to the successor', async () => {
  const { leaver, read, task_id } = await makeLeaver()
  const successor = await makePerson(world, 'manager')
  expect((await block(leaver, successor.name.toUpperCase())).status).toBe(303)
  expect(await read()).toEqual({
    application: successor.id,
    strategy: successor.id,
    decision: successor.name,
    task: successor.name,
    done: leaver.name,
  })
  const [entry] = await sql(
    world,
    `select changes, actor ->> 'id' as by, surface from history
      where record_type = 'task' and record_id = $1 order by id desc limit 1`,
    task_id,
  )
  expect(entry).toMatchObject({
    changes: { owner: { from: leaver.email, to: successor.name } },
    by: `${admin.id}`,
    surface: 'admin',
  })
  expect((await browser.get(`/admin/users/${leaver.id}`)).body).toContain('4 records handed over.')
})

it('hands nothing over without a successor, and then the application has no owner', async () => {
  const { leaver, read, application } = await makeLeaver()
  expect((await block(leaver, '')).status).toBe(303)
  expect(await read()).toMatchObject({ application: leaver.id, strategy: leaver.id })
  expect((await browser.get('/admin/applications?without_owner=1')).body).toContain(application)
  const { body } = await admin.send('GET', '/dashboard/summary')
  expect(body.data.applications.without_owner).toBe(1)
  const attention = (await admin.send('GET', '/dashboard/attention')).body.data
  expect(attention.map(({ title }: { title: string }) => title)).toContain(`"${application}" has no owner.`)
  const successor = await makePerson(world, 'manager')
  expect((await block(leaver, `${successor.id}`)).status).toBe(303)
  expect(await read()).toMatchObject({ application: successor.id, task: successor.name })
})

it('rejects a successor who is unknown, blocked, or one of several, and blocks nobody', async () => {
  const { leaver, read } = await makeLeaver()
  const [twin, other] = [await makePerson(world, 'manager'), await makePerson(world, 'manager')]
  await sql(world, `update users set name = 'Twin' where id = any($1)`, [twin.id, other.id])
  for (const successor of ['Nobody', leaver.email, 'twin']) {
    const { status, body } = await block(leaver, successor)
    expect([successor, status]).toEqual([successor, 422])
    expect(body).toContain('id="error-successor"')
  }
  expect(await read()).toMatchObject({ application: leaver.id, task: leaver.email })
  const [user] = await sql(world, 'select status from users where id = $1', leaver.id)
  expect(user).toEqual({ status: 'active' })
  expect((await block(leaver, twin.email)).status).toBe(303)
  expect(await read()).toMatchObject({ application: twin.id, task: twin.email, decision: twin.email })
})

it('names a successor only beside the block', async () => {
  const { leaver } = await makeLeaver()
  const address = `/admin/users/${leaver.id}/edit`
  const fields = formFields(await browser.get(address))
  const { status, body } = await browser.post(address, { ...fields, successor: admin.name })
  expect(status).toBe(422)
  expect(body).toContain('prohibited unless status is blocked')
})

it('shows what a user owns with links to the lists, and what a successor takes over', async () => {
  const { leaver, read } = await makeLeaver()
  const twin = await makePerson(world, 'manager')
  await sql(world, 'update users set name = $2 where id = $1', twin.id, leaver.name)
  await makeTask(world, { owner: twin.email })
  const page = `/admin/users/${leaver.id}`
  const listed = async () => {
    const { body } = await browser.get(page)
    const [, list = ''] = /id="owned">Owns<\/h2>\s*<ul>([\s\S]*?)<\/ul>/.exec(body) ?? []
    const links = [...list.matchAll(/<li><a href="([^"]+)">([^<]+)<\/a>([^<]*)/g)]
    for (const [, href = '', label = ''] of links) {
      const rows = (await browser.get(href.replaceAll('&amp;', '&'))).body.match(/<th scope="row"/g)
      expect([href, rows?.length]).toEqual([href, Number(label.split(': ')[1])])
    }
    return links.map(([, , label, more]) => `${label}${more}`)
  }
  // Decisions and tasks under the name would be those of the other user with this name.
  expect(await listed()).toEqual([
    'Applications: 1',
    'Strategies: 1',
    'Tasks: 2, 1 unfinished',
    'Decisions: 1, 0 active',
  ])
  await sql(world, 'update users set name = $2 where id = $1', twin.id, twin.name)
  const question = await browser.get(`${page}/block`)
  expect(question.body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).toContain(
    'A successor takes over: 1 application 1 strategy 1 unfinished task 1 active decision Without a successor they have no owner.',
  )
  expect(formFields(question)).toHaveProperty('successor', '')
  const wrong = await browser.post(`${page}/block`, { successor: 'Nobody' })
  expect(wrong.status).toBe(422)
  expect(wrong.body).toContain('id="error-successor"')
  expect((await browser.post(`${page}/block`, { successor: '' })).status).toBe(303)
  expect(await read()).toMatchObject({ application: leaver.id })
  const spelling = ` under “${leaver.name.toLowerCase()}”`
  expect((await listed()).sort()).toEqual(
    [
      'Applications: 1',
      'Strategies: 1',
      `Tasks: 1${spelling}, 0 unfinished`,
      'Tasks: 1, 1 unfinished',
      `Decisions: 1${spelling}, 1 active`,
    ].sort(),
  )
  expect((await browser.get(page)).body).not.toContain(`href="${page}/block"`)
})

it('hands the work over by the button that blocks', async () => {
  const { leaver, read } = await makeLeaver()
  const successor = await makePerson(world, 'manager')
  const manager = await signIn(world, successor)
  expect((await manager.post(`/admin/users/${leaver.id}/block`, {})).status).toBe(403)
  const { status, location } = await browser.confirm(`/admin/users/${leaver.id}/block`, {
    successor: successor.email.toUpperCase(),
  })
  expect(status).toBe(303)
  expect(await read()).toMatchObject({
    application: successor.id,
    task: successor.name,
    decision: successor.name,
  })
  expect((await browser.get(`${location}`)).body).toContain('User blocked. 4 records handed over.')
})
