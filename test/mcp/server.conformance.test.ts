import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { serverFactory } from '../../mcp/server.ts'
import type { ToolDependencies } from '../../mcp/tool.ts'
import { makeWorld, token } from '../support/world.ts'
import { addFixtures } from './conformance/fixtures.ts'
import { sealed } from './conformance/input-fixtures.ts'

const run = promisify(execFile)
const runner = new URL('../../node_modules/@modelcontextprotocol/conformance/', import.meta.url).pathname
const knownFailures = new URL('conformance/2025-11-25.yml', import.meta.url)

const world = await makeWorld({}, { mcpServerFactory: withFixtures })
await world.app.listen({ host: '127.0.0.1', port: 0 })
const proxy = await authenticating((world.app.server.address() as AddressInfo).port)
const out = await mkdtemp(join(tmpdir(), 'conformance-'))
afterAll(async () => {
  proxy.close()
  await rm(out, { recursive: true, force: true })
})

it('passes every scenario that the official runner requires of 2026-07-28', async () => {
  expect(await failing('2026-07-28')).toEqual([])
}, 240_000)

it('passes every scenario required of 2025-11-25 but those that need sessions', async () => {
  const known = parse(await readFile(knownFailures, 'utf8')).server as string[]
  expect(await failing('2025-11-25')).toEqual(known.toSorted())
}, 240_000)

// The extension is not part of a revision. A server without skills would have no successful check.
it.each(['skills-directory', 'skills-enumeration', 'skills-manifest'])(
  'passes the scenario of the skills extension: %s',
  async (name) => {
    const scenario = `sep-2640-${name}`
    const statuses = await results(await runScenarios(scenario, '--scenario', scenario), scenario)
    expect(statuses).toContain('SUCCESS')
    expect(statuses).not.toContain('FAILURE')
    expect(statuses).not.toContain('WARNING')
  },
)

/** Returns the scenarios required of a protocol revision that fail. A scenario that was not run is an error. */
async function failing(revision: string): Promise<string[]> {
  const folder = await runScenarios(revision, '--requirements', revision)
  const required = parse(await readFile(`${runner}requirements/${revision}.yaml`, 'utf8')).server as string[]
  expect(required.length).toBeGreaterThan(25)
  const failed: string[] = []
  for (const scenario of required) {
    const statuses = await results(folder, scenario)
    if (statuses.length === 0 || statuses.includes('FAILURE')) failed.push(scenario)
  }
  return failed.toSorted()
}

/** Runs the official runner and returns the folder with its results. */
async function runScenarios(name: string, ...selection: string[]): Promise<string> {
  const { port } = proxy.address() as AddressInfo
  const folder = join(out, name)
  const args = ['server', '--url', `http://127.0.0.1:${port}/mcp`, ...selection, '-o', folder]
  const { PATH, HOME } = process.env
  // The exit code is 1 when any scenario fails; the result files name it.
  await run(process.execPath, [`${runner}dist/index.js`, ...args], {
    env: { PATH, HOME },
    maxBuffer: 2 ** 26,
  }).catch(({ code, stdout, stderr }) => expect(code, stdout + stderr).toBe(1))
  return folder
}

/** Returns the status of each check of a scenario. */
async function results(folder: string, scenario: string): Promise<string[]> {
  const name = (await readdir(folder)).find((found) => found.startsWith(`server-${scenario}-20`))
  expect(name, scenario).toBeDefined()
  const checks: { status: string }[] = JSON.parse(
    await readFile(join(folder, name ?? '', 'checks.json'), 'utf8'),
  )
  return checks.map(({ status }) => status)
}

function withFixtures(dependencies: ToolDependencies) {
  const makeServer = serverFactory(dependencies, { requestState: { verify: sealed.verify } })
  return (context: Parameters<typeof makeServer>[0]) => {
    const server = makeServer(context)
    addFixtures(server)
    return server
  }
}

// The runner cannot send our token header: a proxy on the loopback adds it, and changes nothing else.
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
