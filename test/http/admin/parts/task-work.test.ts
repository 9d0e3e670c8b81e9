import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { type ClaimsWorld, makeClaimsWorld } from '../../../support/claims.ts'
import { makeToken, sql } from '../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { textOf } from '../../../support/proposals-world.ts'

let made: ClaimsWorld
let person: TestUser
let admin: Browser
let manager: Browser
beforeAll(async () => {
  made = await makeClaimsWorld()
  person = await makePerson(made.world, 'manager')
  manager = await signIn(made.world, person)
  admin = await signIn(made.world, await makePerson(made.world, 'admin'))
})

const name = '<b>Ant</b> 🐜'
const renamed = async () => {
  const agent = await makeToken(made.world)
  await sql(made.world, 'update tokens set name = $2 where id = $1', agent.id, name)
  return agent
}
const shownName = '&lt;b>Ant&lt;/b> 🐜'
const works = `${shownName} works on it, claimed just now`

describe('the page of a task', () => {
  it('says who works on it and since when, above its form too', async () => {
    const { makeTask, claim, release } = made
    const agent = await renamed()
    const id = await makeTask()
    const pages = [`/admin/tasks/${id}`, `/admin/tasks/${id}/edit`]
    for (const page of pages) expect(textOf(await manager.get(page))).not.toContain('works on it')
    await claim(agent, id)
    for (const page of pages) expect(textOf(await manager.get(page))).toContain(works)
    await release(agent, id)
    for (const page of pages) expect(textOf(await manager.get(page))).not.toContain('works on it')
  })

  it('has the button Take back, which asks and ends the claim', async () => {
    const { one, other, makeTask, claim, read, events } = made
    for (const browser of [manager, admin]) {
      const id = await makeTask()
      const address = `/admin/tasks/${id}/take-back`
      expect((await browser.get(`/admin/tasks/${id}`)).body).not.toContain(address)
      await claim(one, id)
      expect((await browser.get(`/admin/tasks/${id}`)).body).toContain(`href="${address}"`)
      expect(textOf(await browser.get(address))).toContain(`Take the task back from ${one.name}?`)
      expect((await browser.post(address, { _csrf: 'wrong' })).status).toBe(403)
      expect((await read(id)).claim).not.toBeNull()
      expect((await browser.confirm(address)).status).toBe(303)
      expect((await read(id)).claim).toBeNull()
      expect((await events(id)).at(-1)).toMatchObject({ event: 'released', by: 'user' })
      expect((await browser.post(address)).status).toBe(409)
      expect((await claim(other, id)).status).toBe(200)
    }
  })

  it('asks again when another agent has claimed the task after the page was opened', async () => {
    const { one, makeTask, claim, release, age, read, change } = made
    const agent = await renamed()
    const end: Record<string, (id: number) => Promise<unknown>> = {
      'released it': (id) => release(one, id),
      'let it expire': (id) => age(id, 0),
    }
    for (const [what, ends] of Object.entries(end)) {
      const id = await makeTask()
      const address = `/admin/tasks/${id}/take-back`
      await claim(one, id)
      await manager.get(address)
      await ends(id)
      await claim(agent, id)
      const refused = await manager.post(address)
      expect([what, refused.status]).toEqual([what, 409])
      const text = textOf(refused)
      expect(text).toContain(`Claimed by ${shownName}, just now .`)
      expect(text).toContain(`Take the task back from ${shownName}?`)
      expect((await read(id)).claim.by.id).toBe(agent.id)
      expect((await manager.post(address)).status).toBe(303)
      expect((await read(id)).claim).toBeNull()
    }
    // A task that no agent works on any more cannot be taken back.
    const id = await makeTask()
    const address = `/admin/tasks/${id}/take-back`
    await claim(one, id)
    await manager.get(address)
    await change(one, id, { status: 'done' })
    const refused = await manager.post(address)
    expect(refused.status).toBe(409)
    expect(textOf(refused)).toContain('Take back is not possible in the current state of the task.')
  })

  it('asks again when the task was changed, but not when its agent claims it again, after the page was opened', async () => {
    const { one, makeTask, claim, change, read } = made
    const id = await makeTask()
    await claim(one, id)
    const address = `/admin/tasks/${id}/take-back`
    await manager.get(address)
    await change(one, id, { note: 'Found it' })
    expect((await manager.post(address)).status).toBe(409)
    expect((await read(id)).claim).not.toBeNull()
    await manager.get(address)
    await claim(one, id)
    expect((await manager.post(address)).status).toBe(303)
    const done = `/admin/tasks/${id}/done`
    await manager.get(done)
    await claim(one, id)
    expect((await manager.post(done)).status).toBe(303)
  })

  it('offers no revert of a claim, which history and activity show', async () => {
    const { one, makeTask, claim, release } = made
    const id = await makeTask()
    await claim(one, id)
    await release(one, id)
    for (const page of [`/admin/tasks/${id}`, `/admin/activity?entity=task&record_id=${id}`]) {
      const { body } = await admin.get(page)
      const items = [...body.matchAll(/<li class="change[\s\S]*?<\/li>|<li[^>]*>[\s\S]*?<\/li>/g)].map(
        ([item]) => item,
      )
      const claims = items.filter((item) => /Claimed|Released/.test(item))
      expect(claims.length, page).toBeGreaterThanOrEqual(2)
      for (const item of claims) expect(item, page).not.toContain('/revert')
    }
    const [entry] = await sql(
      made.world,
      `select id::int from history where event = 'claimed' and record_id = $1`,
      id,
    )
    expect((await admin.get(`/admin/activity/${entry?.id}/revert`)).status).toBe(409)
  })
})

it('My day and the review say who works on a task and since when', async () => {
  const { makeTask, claim, change, release } = made
  const agent = await renamed()
  const id = await makeTask({ owner: person.name, due_at: '2026-01-01', title: 'Overdue' })
  await change(agent, id, { priority: 'high' })
  const day = async () => textOf(await manager.get('/admin/my-day'))
  const review = async () => {
    const items = (await manager.get('/admin/review')).body.split('name="ids"').slice(1)
    const ofTask = items.filter((item) => item.includes(`href="/admin/tasks/${id}"`))
    return ofTask.map((item) => textOf({ body: `<main><i ${item}` }))
  }
  expect(await day()).not.toContain('works on it')
  // The new task was overdue, so it is shown. The other change is folded.
  expect(await review()).toHaveLength(1)
  await claim(agent, id)
  expect(await day()).toContain(works)
  // The claim itself is nothing to review.
  expect(await review()).toEqual([expect.stringContaining(works)])
  await release(agent, id)
  expect(await day()).not.toContain('works on it')
  for (const item of await review()) expect(item).not.toContain('works on it')
})

describe('the page of an agent token', () => {
  it('shows its delegated tasks and what it works on now', async () => {
    const { world, other, makeTask, claim, change, age } = made
    const agent = await makeToken(world)
    const page = `/admin/api-agent-tokens/${agent.id}`
    expect(textOf(await admin.get(page))).toContain('No unfinished task is delegated to this agent')
    await makeTask({ title: 'Delegated', delegate_token_id: agent.id, due_at: '2020-01-01' })
    const finished = await makeTask({ title: 'Finished', delegate_token_id: agent.id })
    await change(other, finished, { status: 'done' })
    const both = await makeTask({ title: 'Both', delegate_token_id: agent.id, priority: 'low' })
    const own = await makeTask({ title: 'Own' })
    await claim(agent, both)
    await claim(agent, own)
    const rows = async () => {
      const { body } = await admin.get(page)
      const table = /aria-labelledby="agent-tasks"[\s\S]*?<\/table>/.exec(body)?.[0] ?? ''
      return [...table.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].slice(1).map(([, row = '']) =>
        row
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
    }
    expect(await rows()).toEqual([
      'Own Open – No just now',
      'Both Open – Yes just now',
      'Delegated Open 1 Jan 2020 Overdue Yes –',
    ])
    await age(own, 0)
    await age(both, 0)
    expect(await rows()).toEqual(['Delegated Open 1 Jan 2020 Overdue Yes –', 'Both Open – Yes –'])
    expect((await admin.get(page)).body).toContain(`href="/admin/tasks?delegate=${agent.id}"`)
    expect((await manager.get(page)).status).toBe(403)
  })

  it('leads to the list of its tasks, whose filter names it', async () => {
    const { world, makeTask } = made
    const agent = await renamed()
    await makeTask({ title: 'For the ant', delegate_token_id: agent.id })
    const list = await manager.get(`/admin/tasks?delegate=${agent.id}&claimable=0`)
    const text = textOf(list)
    expect(text).toContain(`Delegate: ${shownName}`)
    expect(text).toContain('Claimable: No')
    expect(text).toContain('For the ant')
    expect(list.body).toMatch(new RegExp(`<option value="${agent.id}" selected`))
    await sql(world, 'update tokens set revoked_at = now() where id = $1', agent.id)
    expect(textOf(await manager.get(`/admin/tasks?delegate=${agent.id}`))).toContain('For the ant')
    for (const page of ['/admin/tasks', '/admin/tasks.csv']) {
      const wrong = await manager.get(`${page}?delegate=99999&status=open`)
      expect([page, wrong.status]).toEqual([page, 422])
      expect(textOf(wrong)).toContain('The selected delegate is invalid. There is no portfolio token 99999.')
      expect(wrong.body).toMatch(/<select[^>]*name="?delegate"?[^>]*aria-invalid/)
      expect(wrong.body).toContain('<option value="open" selected')
    }
  })
})
