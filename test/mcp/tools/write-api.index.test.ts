import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeOperations } from '../../../src/portfolio/write-api/guide.ts'
import { answerOf } from '../call-tool.ts'
import { type AnyClient, connections } from '../client.ts'
import { makeMcpWorld } from '../world.ts'

const world = await makeMcpWorld()

let client: AnyClient
beforeAll(async () => {
  client = await connections['v2 modern over HTTP']?.(world)
})
afterAll(() => client.close())

async function index() {
  return answerOf(await client.callTool({ name: 'describe_write_api' }))
}

it('lists every operation, and says who the caller is and where to send writes', async () => {
  const { operations, next, notes, you, base_url } = await index()
  const server_time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
  expect(you).toEqual({ name: 'env:1', scopes: ['read', 'write'], actor: 'env_token:env:1', server_time })
  expect(base_url).toBe('http://ops.test')
  expect(operations.map(({ operation }: { operation: string }) => operation)).toEqual(writeOperations)
  expect(next).toContain('operation')
  expect(notes.join()).toContain('"Signal would be created."')
  expect(notes.join()).toContain('[{"type":"signal","id":12}]')
  expect(notes.join()).toContain('similar compares words: read open_here too.')
})

it('gives the base URL alone over stdio, which has no caller', async () => {
  const stdio = await connections['v2 modern over stdio']?.(world)
  const { base_url, you } = answerOf(await stdio.callTool({ name: 'describe_write_api' }))
  await stdio.close()
  expect([base_url, you]).toEqual(['http://127.0.0.1:3000', undefined])
})

it('has the caller of each request in the resource too', async () => {
  const { contents } = await client.readResource({ uri: 'portfolio://write-api' })
  expect(JSON.parse(contents[0].text).you).toMatchObject({ actor: 'env_token:env:1' })
})

it('lists the same operations as /openapi.json', async () => {
  const { body: document } = await world.send('GET', '/openapi.json')
  const { operations } = await index()
  const documented = Object.entries(document.paths as Record<string, object>)
    .filter(([path]) => path.startsWith('/api/portfolio'))
    .flatMap(([path, methods]) =>
      ['post', 'put', 'patch', 'delete']
        .filter((method) => method in methods)
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
  const lines = operations.map(({ method, path }: { method: string; path: string }) => `${method} ${path}`)
  expect(lines.toSorted()).toEqual(documented.toSorted())
})
