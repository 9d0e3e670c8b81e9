import { Agent, request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ownDatabase, serve } from '../../cli/cli.ts'
import { v1 } from '../../support/people.ts'

const rows = (count: number, names: number) => {
  const row = (_: unknown, index: number) =>
    `{${Array.from({ length: names }, (_name, key) => `"${(index * names + key).toString(36)}":1`)}}`
  return Buffer.from(`{"rows":[${Array.from({ length: count }, row)}]}`)
}

// Bodies of nearly 4 MiB that cost the most time or memory: V8 has a hidden class for each of these objects, or
// an array of 32 elements for each of the objects with the name 31.
const accepted = [
  rows(9_900, 42),
  rows(4_200, 100),
  rows(4, 102_000),
  Buffer.from(`{"rows":[[${Array(460_000).fill('{"31":1}')}]]}`),
  Buffer.from(`{"rows":${'['.repeat(28)}"${'\\"'.repeat(1_900_000)}"${']'.repeat(28)}}`),
]
const rejected = Buffer.from(`{"rows":[],${Array.from({ length: 200_000 }, (_, key) => `"k${key}":1`)}}`)
const bodies = [...accepted, rejected]

it('survives the most expensive batches with a heap of 512 MiB, and answers other requests meanwhile', async () => {
  const env = { DATABASE_URL: await ownDatabase(), NODE_OPTIONS: '--max-old-space-size=512' }
  const { url, startup, child } = await serve(env)
  const agent = new Agent({ keepAlive: true })
  const send = (method: string, path: string, body = Buffer.alloc(0), headers = {}) =>
    new Promise<{ status: number | undefined; answer: Buffer }>((resolve, reject) => {
      const type = body.length > 0 && { 'content-type': 'application/json' }
      const request = httpRequest(url + path, { method, agent, headers: { ...type, ...headers } })
      request.on('response', (response) =>
        buffer(response).then((answer) => resolve({ status: response.statusCode, answer })),
      )
      request.on('error', reject).end(body)
    })
  const login = { ...startup.admin, token_name: 'bulk', abilities: ['admin:full'] }
  const issued = await send('POST', `${v1}/auth/token`, Buffer.from(JSON.stringify(login)))
  const authorization = `Bearer ${JSON.parse(issued.answer.toString()).access_token}`

  let done = false
  const batches = Promise.all(
    bodies.map((body, index) =>
      send('POST', `${v1}/analytics/clicks/bulk`, body, {
        authorization,
        'idempotency-key': `batch-${index}`,
      }),
    ),
  ).finally(() => {
    done = true
  })
  let slowestMs = 0
  while (!done) {
    const startedAt = performance.now()
    expect((await send('GET', '/health/live')).status).toBe(200)
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    await sleep(5)
  }
  for (const [index, { status, answer }] of (await batches).entries()) {
    expect(status, answer.toString().slice(0, 200)).toBe(bodies[index] === rejected ? 422 : 200)
    expect(answer.length).toBeLessThan(64 * 1024)
  }
  expect(child.exitCode).toBeNull()
  // One body may occupy a quiet machine for a second. Other tests may run at the same time.
  expect(slowestMs).toBeLessThan(3000)
})
