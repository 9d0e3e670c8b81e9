import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, measure, type Rounds, type Scenario } from './support/compare.ts'
import { benchDatabase } from './support/database.ts'
import { seedPortfolio } from './support/portfolio-data.ts'
import { type Server, startServer } from './support/server.ts'

const calls = { get_portfolio_summary: {}, list_products: { limit: 50 } }
const routes = { get_portfolio_summary: 'summary', list_products: 'products?limit=50' }
type Call = keyof typeof calls

/**
 * Compares the most frequent tools, with 200 products, with a bare SDK server that returns constants of the same size.
 */
export async function mcpBench(rounds: Rounds): Promise<void> {
  const bench = await benchDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-ops-bench-mcp-'))
  try {
    const secret = await seedPortfolio(bench.pool)
    const ours = await startServer('ours', { DATABASE_URL: bench.url })
    const file = join(folder, 'answers.json')
    await writeFile(file, JSON.stringify(await answers(ours, secret)))
    const bare = await startServer('mcp', { BENCH_ANSWERS: file })
    for (const name of Object.keys(calls) as Call[]) {
      await compare(toolCall(name, secret), { ours, 'bare SDK': bare }, rounds)
      const path = `/api/portfolio/${routes[name]}`
      const headers = { 'x-portfolio-token': secret }
      await measure({ name: 'HTTP route', path, headers }, ours, rounds)
    }
    await compare(changingCalls(secret), { ours, 'bare SDK': bare }, rounds)
    await measure(message('tools/list', {}, secret), ours, rounds)
    await Promise.all([ours.stop(), bare.stop()])
  } finally {
    await rm(folder, { recursive: true, force: true })
    await bench.close()
  }
}

function toolCall(name: Call, secret: string): Scenario {
  const { headers, ...rest } = message('tools/call', { name, arguments: calls[name] }, secret)
  return { ...rest, name, targetRatio: 0.6, headers: { ...headers, 'mcp-name': name } }
}

/** Calls with random pages, most of which are not cached. Each lists about 50 of 200 products. */
function changingCalls(secret: string): Scenario {
  const scenario = toolCall('list_products', secret)
  const page = () => ({ limit: 40 + Math.floor(Math.random() * 11), offset: Math.floor(Math.random() * 150) })
  const body = () => message('tools/call', { name: 'list_products', arguments: page() }, secret).body
  return {
    ...scenario,
    name: 'changing calls',
    targetRatio: 0.4,
    setupClient: (client) => client.on('response', () => client.setBody(body())),
  }
}

// A message of the protocol revision without sessions.
function message(method: string, params: object, secret: string) {
  const revision = '2026-07-28'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return {
    name: method,
    method: 'POST',
    path: '/mcp',
    headers: {
      'x-portfolio-token': secret,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  }
}

async function answers({ url }: Server, secret: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const name of Object.keys(calls) as Call[]) {
    const { method, path, headers, body } = toolCall(name, secret)
    const answer = await fetch(url + path, {
      method: method ?? 'POST',
      headers: headers ?? {},
      body: body ?? '',
    })
    const { result } = (await answer.json()) as { result: { content: unknown } }
    found[name] = { content: result.content }
    console.log(`  ${name}: an answer of ${JSON.stringify(result).length} bytes`)
  }
  return found
}
