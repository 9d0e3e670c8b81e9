import { beforeAll, expect, it } from 'vitest'
import { type Browser, signIn } from '../../../support/admin.ts'
import { makeProduct, makeTask } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld } from '../../../support/world.ts'

let manager: Browser
let user: Browser
beforeAll(async () => {
  const world = await makeWorld()
  manager = await signIn(world, await makePerson(world, 'manager'))
  user = await signIn(world, await makePerson(world, 'user'))
  const product = await makeProduct(world, { name: 'Сканер <QR>' })
  await makeTask(world, { title: 'Почистить сканеры', product_id: product.id })
})

const quick = async (q: string) => {
  const { status, body } = await manager.get(`/admin/search/quick?${new URLSearchParams({ q })}`)
  const links = [...body.matchAll(/<a href="([^"]*)"><span>(.*?)<\/span> <span class="muted">(.*?)<\/span>/g)]
  const plain = (text = '') => text.replaceAll(/<[^>]+>/g, '')
  return { status, body, found: links.map(([, href, label, kind]) => [href, plain(label), plain(kind)]) }
}

it('finds records by their stems, each with what tells it from others, and leads to all results', async () => {
  const { status, body, found } = await quick('сканеры')
  expect(status).toBe(200)
  expect(found).toContainEqual(['/admin/products/1', 'Сканер &lt;QR>', 'Product · Candidate · just now'])
  expect(found).toContainEqual([
    '/admin/tasks/1',
    'Почистить сканеры',
    'Task · Сканер &lt;QR> · Open · just now',
  ])
  expect(body).toContain(`/admin/search?${new URLSearchParams({ q: 'сканеры' })}`)
  expect(body).not.toContain('<!doctype')
})

it('finds the pages that the person may see, and the forms of new records', async () => {
  const { found } = await quick('decision')
  expect(found.slice(0, 2)).toEqual([
    ['/admin/decisions', 'Decisions', 'Page'],
    ['/admin/decisions/new', 'New decision', 'Page'],
  ])
  expect((await quick('LLM keys')).found).toEqual([])
})

it('says when it finds nothing, and is empty without a text or for one that is too long', async () => {
  expect((await quick('quokka')).body).toContain('Nothing found')
  expect((await quick(' ')).body).toBe('')
  expect((await quick('x'.repeat(201))).body).toBe('')
})

it('is closed to users', async () => {
  expect((await user.get('/admin/search/quick?q=a')).status).toBe(403)
})
