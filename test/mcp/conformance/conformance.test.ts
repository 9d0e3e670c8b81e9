import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { serverFactory } from '../../../mcp/server.ts'
import type { ToolDependencies } from '../../../mcp/tool.ts'
import { makeWorld, token } from '../../support/world.ts'
import { sealed } from './asking.ts'
import { addFixtures } from './fixtures.ts'

const run = promisify(execFile)
const runner = new URL('../../../node_modules/@modelcontextprotocol/conformance/', import.meta.url).pathname
const here = new URL('.', import.meta.url).pathname

const world = await makeWorld({}, { mcpServers: withFixtures })
await world.app.listen({ host: '127.0.0.1', port: 0 })
const proxy = await authenticating((world.app.server.address() as AddressInfo).port)
const out = await mkdtemp(join(tmpdir(), 'conformance-'))
afterAll(async () => {
  proxy.close()
  await rm(out, { recursive: true, force: true })
})

it('is the server that the official runner requires of 2026-07-28', async () => {
  expect(await failing('2026-07-28')).toEqual([])
}, 240_000)

it('is the server that it requires of 2025-11-25, but for what needs sessions', async () => {
  const known = parse(await readFile(`${here}2025-11-25.yml`, 'utf8')).server as string[]
  expect(await failing('2025-11-25')).toEqual(known.toSorted())
}, 240_000)

/** The scenarios that count for a revision of the protocol and fail. Each of them has to have been run. */
async function failing(revision: string): Promise<string[]> {
  const { port } = proxy.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/mcp`
  const folder = join(out, revision)
  const args = ['server', '--url', url, '--requirements', revision, '-o', folder]
  const { PATH, HOME } = process.env
  // It ends with 1 where anything fails; what did is in its files.
  await run(process.execPath, [`${runner}dist/index.js`, ...args], {
    env: { PATH, HOME },
    maxBuffer: 2 ** 26,
  }).catch(({ code, stdout, stderr }) => expect(code, stdout + stderr).toBe(1))
  const required = parse(await readFile(`${runner}requirements/${revision}.yaml`, 'utf8')).server as string[]
  expect(required.length).toBeGreaterThan(25)
  const folders = await readdir(folder)
  const failed: string[] = []
  for (const scenario of required) {
    const results = folders.find((name) => name.startsWith(`server-${scenario}-20`))
    expect(results, scenario).toBeDefined()
    const checks: { status: string }[] = JSON.parse(
      await readFile(join(folder, results ?? '', 'checks.json'), 'utf8'),
    )
    if (checks.length === 0 || checks.some(({ status }) => status === 'FAILURE')) failed.push(scenario)
  }
  return failed.toSorted()
}

function withFixtures(ground: ToolDependencies) {
  const ours = serverFactory(ground, { requestState: { verify: sealed.verify } })
  return (context: Parameters<typeof ours>[0]) => {
    const server = ours(context)
    addFixtures(server)
    return server
  }
}

// The runner sends no headers of ours: a proxy on the loopback adds the token, and changes nothing else.
async function authenticating(port: number) {
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const onward = request(
      { port, method, path, headers: { ...headers, 'x-portfolio-token': token } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
