import { operator } from '../cli/operator.ts'
import { fillDemo } from '../src/catalog/demo.ts'
import { transact } from '../src/database/transaction.ts'
import { benchDatabase } from './support/database.ts'
import { startServer } from './support/server.ts'

/** The maximum of the bytes that reach the model in one week: half of what they were at commit 0635e05. */
export const maxWeekBytes = 60_238

/** Sends an MCP message with POST /mcp and returns the body of the response. */
type Post = (message: object, headers: Record<string, string>) => Promise<string>
type Call = [tool: string, args?: object]

/** The tool calls of an agent in one week, by activity, with the products of the demo data. */
const week: Record<string, Call[]> = {
  briefing: [
    ['get_portfolio_summary'],
    ['list_canon_rules'],
    ['get_product', { product: 'skaner-qr' }],
    ['list_tasks', { status: 'open' }],
  ],
  'five signals': [
    ['describe_write_api'],
    ['describe_write_api', { operation: 'record_signal' }],
    ...['skaner-qr', 'pdf-pocket', 'family-radar', 'seven-minute-coach', 'ne-kuryu'].map(
      (product_slug): Call => ['list_signals', { product_slug, status: 'open' }],
    ),
  ],
  'two decisions': [
    ['describe_write_api', { operation: 'record_decision' }],
    ...['skaner-qr', 'pdf-pocket'].flatMap((product): Call[] => [
      ['get_product', { product }],
      ['list_decisions', { product_slug: product }],
    ]),
  ],
  'one product with two apps': [
    ['list_directions'],
    ['list_products', { direction_slug: 'documents-qr' }],
    ['describe_write_api', { operation: 'create_product' }],
    ['describe_write_api', { operation: 'create_app' }],
    ['list_apps', { direction_slug: 'documents-qr' }],
  ],
}

const mcpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

/** Returns the bytes that reach the model in one week: `tools/list`, the result of each call, and their sum. */
export async function agentWeek(post: Post): Promise<Record<string, number>> {
  const request = async (method: string, params: object) => {
    const body = await post({ jsonrpc: '2.0', id: 1, method, params }, mcpHeaders)
    // An event stream has one event, whose data is the message.
    return JSON.parse(body.slice(body.indexOf('{'))).result as { isError?: boolean }
  }
  const bytes: Record<string, number> = { 'tools/list': size(await request('tools/list', {})) }
  for (const [activity, calls] of Object.entries(week))
    for (const [name, args = {}] of calls) {
      const result = await request('tools/call', { name, arguments: args })
      if (result.isError) throw new Error(`${name} failed: ${JSON.stringify(result)}`)
      bytes[`${activity}: ${name} ${JSON.stringify(args)}`] = size(result)
    }
  return { ...bytes, sum: Object.values(bytes).reduce((sum, value) => sum + value, 0) }
}

/** Returns the bytes as lines of text, with the maximum. */
export function weekTable(bytes: Record<string, number>): string {
  const lines = Object.entries(bytes).map(([call, size]) => `${String(size).padStart(7)}  ${call}`)
  return [...lines, `${String(maxWeekBytes).padStart(7)}  maximum`].join('\n')
}

function size(result: object): number {
  return Buffer.byteLength(JSON.stringify(result))
}

/** Prints the bytes that reach the model in one week with the demo data. */
export async function agentWeekBench(): Promise<void> {
  const { database, url, close } = await benchDatabase()
  try {
    const report = () => undefined
    await transact(database.orm, (em) => fillDemo(em, operator, { force: false, report }), {
      timeLimit: 'bulk',
    })
    const secret = 'agent-week-0123456789abcdef'
    const ours = await startServer('ours', { DATABASE_URL: url, PORTFOLIO_TOKENS: secret })
    const bytes = await agentWeek(async (message, headers) => {
      const answer = await fetch(`${ours.url}/mcp`, {
        method: 'POST',
        headers: { ...headers, 'x-portfolio-token': secret },
        body: JSON.stringify(message),
      })
      return answer.text()
    })
    console.log(weekTable(bytes))
    await ours.stop()
  } finally {
    await close()
  }
}
