import { operator } from '../cli/database.ts'
import { fillDemo } from '../src/catalog/demo.ts'
import { transact } from '../src/database/transaction.ts'
import { benchDatabase } from './support/database.ts'
import { startServer } from './support/server.ts'

/**
 * The bytes that the same week sent to the model at commit c08e655. There the agent read rules, decisions and signals of
 * the product, and searched, before each signal and decision; now the dry run answers with them.
 */
export const bytesBefore = 86_563

/** Sends a POST request and returns the body of the response. */
type Post = (path: string, body: object, headers: Record<string, string>) => Promise<string>
/** A call of a tool, or a write over HTTP if the name is a path. */
type Call = [name: string, args?: object]

const products = ['skaner-qr', 'pdf-pocket', 'family-radar', 'seven-minute-coach', 'ne-kuryu']

/** What an agent does in one week, by activity, with the products of the demo data. */
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
    ...products.flatMap((product_slug) =>
      tested('/signals', {
        product_slug,
        signal_type: 'problem',
        severity: 'high',
        source_layer: 'support',
        title: 'Refund requests doubled since the last release',
        body: 'Most of them name the renewal price, which the second screen no longer shows.',
        recommended_action: 'Show the renewal price again.',
      }),
    ),
  ],
  'two decisions': [
    ['describe_write_api', { operation: 'record_decision' }],
    ...products.slice(0, 2).flatMap((product_slug) =>
      tested('/decisions', {
        product_slug,
        title: 'Show the renewal price before the purchase',
        decision_type: 'stabilize',
        owner: 'Anna',
        decision: 'The price returns to the second screen in the next release.',
        rationale: 'Refunds cost more than the conversions that the hidden price won.',
        review_at: '2099-01-31',
        tasks: [{ title: 'Return the price to the second screen' }, { title: 'Count the refunds again' }],
      }),
    ),
  ],
  'one product with two apps': [
    ['list_directions'],
    ['describe_write_api', { operation: 'create_product' }],
    ['describe_write_api', { operation: 'create_app' }],
    ...tested('/products', { direction_slug: 'documents-qr', name: 'Receipt Box' }),
    ...['Android', 'iOS'].flatMap((platform) =>
      tested('/apps', { product_slug: 'receipt-box', name: 'Receipt Box', platform }),
    ),
  ],
}

// A write as the guide recommends it: a dry run, then the same body.
function tested(path: string, body: object): Call[] {
  return [
    [`${path}?dry_run=1`, body],
    [path, body],
  ]
}

const mcpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

/** Returns the bytes that reach the model in one week: `tools/list`, the answer of each call, and their sum. */
export async function agentWeek(post: Post): Promise<Record<string, number>> {
  const request = async (method: string, params: object) => {
    const body = await post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, mcpHeaders)
    // An event stream has one event, whose data is the message.
    const { result } = JSON.parse(body.slice(body.indexOf('{')))
    if (result.isError) throw new Error(`${method} failed: ${JSON.stringify(result)}`)
    return size(JSON.stringify(result))
  }
  const write = async (path: string, fields: object) => {
    const body = await post(`/api/portfolio${path}`, fields, { 'content-type': 'application/json' })
    if (JSON.parse(body).code) throw new Error(`${path} failed: ${body}`)
    return size(body)
  }
  const bytes: Record<string, number> = { 'tools/list': await request('tools/list', {}) }
  for (const [activity, calls] of Object.entries(week))
    for (const [name, args = {}] of calls) {
      const isPath = name.startsWith('/')
      const added = await (isPath ? write(name, args) : request('tools/call', { name, arguments: args }))
      const call = `${activity}: ${name} ${isPath ? '' : JSON.stringify(args)}`.trimEnd()
      bytes[call] = (bytes[call] ?? 0) + added
    }
  return { ...bytes, sum: Object.values(bytes).reduce((sum, value) => sum + value, 0) }
}

/** Returns the bytes as lines of text, with those before. */
export function weekTable(bytes: Record<string, number>): string {
  const lines = Object.entries(bytes).map(([call, size]) => `${String(size).padStart(7)}  ${call}`)
  return [...lines, `${String(bytesBefore).padStart(7)}  before`].join('\n')
}

function size(text: string): number {
  return Buffer.byteLength(text)
}

/** Prints the bytes that reach the model in one week with the demo data. */
export async function agentWeekBench(): Promise<void> {
  const { database, url, close } = await benchDatabase()
  try {
    const report = () => undefined
    await transact(
      database.orm,
      (em) => fillDemo(em, operator, { force: false, report, withLearning: false }),
      {
        timeLimit: 'bulk',
      },
    )
    const secret = 'agent-week-0123456789abcdef'
    const ours = await startServer('ours', { DATABASE_URL: url, PORTFOLIO_TOKENS: secret })
    const bytes = await agentWeek(async (path, body, headers) => {
      const answer = await fetch(`${ours.url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'x-portfolio-token': secret },
        body: JSON.stringify(body),
      })
      return answer.text()
    })
    console.log(weekTable(bytes))
    await ours.stop()
  } finally {
    await close()
  }
}
