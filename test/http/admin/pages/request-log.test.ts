import { beforeAll, describe, expect, it } from 'vitest'
import type { NewRequestRow } from '../../../../src/journal/request-log/request-row.ts'
import { type Browser, signIn } from '../../../support/admin.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson, type TestUser } from '../../../support/people.ts'
import { logRequests } from '../../../support/request-log.ts'
import { statementsOf } from '../../../support/statements.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let admin: TestUser
let browser: Browser
const log = '/admin/api-request-logs'
const rejection: Partial<NewRequestRow> = {
  code: 'validation_failed',
  errors: { name: ['The <b> field is required.'] },
}

beforeAll(async () => {
  world = await makeWorld({ SLOW_REQUEST_MS: '700' })
  admin = await makePerson(world)
  browser = await signIn(world, admin)
  await insert({ status: 200, path: '/api/v1/companies' })
  await insert({ status: 403, method: 'POST', code: 'policy_denied', errors: null })
  await insert({
    status: 422,
    surface: 'mcp',
    path: '/mcp',
    tool: 'list_products',
    client: 'Cursor/1.7',
    trace_id: traceId,
    ...rejection,
  })
  await insert({ status: 500, duration_ms: 900 })
  await insert({ status: 200, duration_ms: 700, token_id: 77, token_name: 'n8n' })
  await insert({
    status: 200,
    user_id: admin.id,
    user_name: admin.name,
    user_agent: '<script>alert(1)</script>{{7*7}}',
  })
})

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

async function insert(fields: Partial<NewRequestRow>): Promise<number> {
  await logRequests(world, fields)
  const [{ id }] = (await sql(world, 'select max(id)::int as id from request_logs')) as [{ id: number }]
  return id
}

const rowsOf = (body: string) =>
  body.split('<table class="rows"')[1]?.match(/<tr>\s*<th scope="row">/g)?.length ?? 0

describe('the request log', () => {
  it.each([
    ['Errors', 3],
    ['403', 1],
    ['422', 1],
    ['500', 1],
    ['Slow', 2],
    ['Last 24 hours', 6],
  ])('has the preset %s', async (label, rows) => {
    const { body } = await browser.get(log)
    const [, href = ''] = new RegExp(`<a href="([^"]*)"[^>]*>${label}</a`).exec(body) ?? []
    const preset = await browser.get(href.replaceAll('&amp;', '&'))
    expect(rowsOf(preset.body)).toBe(rows)
    expect(preset.body).toMatch(new RegExp(`aria-current="true"\\s*>${label}<`))
  })

  it.each([
    ['status=4xx', 2],
    ['status=403,500', 2],
    ['code=validation_failed', 1],
    ['method=POST', 1],
    ['path=compan', 1],
    ['token_id=77', 1],
    ['errors_only=1', 3],
    ['slow=1', 2],
    ['surface=mcp', 1],
    ['client=cursor', 1],
    ['date_from=2099-01-01', 0],
    ['date_to=2000-01-01', 0],
    ['date_from=2020-01-01&date_to=2099-01-01', 6],
  ])('is filtered by %s, and keeps the value in the control', async (query, rows) => {
    const { status, body } = await browser.get(`${log}?${query}`)
    expect(status).toBe(200)
    expect(rowsOf(body)).toBe(rows)
    for (const [name, value] of new URLSearchParams(query))
      expect(body).toMatch(
        new RegExp(
          `(name="${name}"[^>]*value="${value}"|value="${value}"[^>]*name="${name}"|name="${name}"[\\s\\S]*?<option value="${value}" selected)`,
        ),
      )
  })

  it('has a control for every filter of the API', async () => {
    const { body } = await browser.get(log)
    const names = 'status method path user_id token_id date_from date_to errors_only slow surface'.split(' ')
    for (const name of names) expect(body).toContain(`name="${name}"`)
  })

  it('shows an invalid filter beside its control, with 422', async () => {
    const { status, body } = await browser.get(`${log}?status=nine`)
    expect(status).toBe(422)
    expect(body).toContain('id="error-status"')
  })

  it('leads from each number of the last 24 hours to the requests behind it', async () => {
    const { body } = await browser.get(log)
    const cards = [
      ...body.matchAll(
        /<a class="card" href="([^"]*)">\s*<span class="label">([^<]*)<\/span>\s*<span class="value[^"]*">([^<]*)</g,
      ),
    ]
    const shown = Object.fromEntries(
      cards.map(([, , label, value]) => [label?.split(/[,(]/)[0]?.trim(), value]),
    )
    expect(shown).toMatchObject({ Requests: '6', '4xx': '2', '5xx': '1', 'Top user': admin.name })
    for (const [, href = '', label, value = ''] of cards.slice(0, 3)) {
      const list = await browser.get(href.replaceAll('&amp;', '&'))
      expect(rowsOf(list.body), label).toBe(Number(value))
    }
    const frequent = body.split('id="frequent"')[1] ?? ''
    const counts = [...frequent.matchAll(/href="([^"]*date_from[^"]*)">(\d+)</g)]
    expect(counts.length).toBeGreaterThan(2)
    for (const [, href = '', count] of counts)
      expect(rowsOf((await browser.get(href.replaceAll('&amp;', '&'))).body), href).toBeGreaterThanOrEqual(
        Number(count),
      )
  })

  it('plots requests, errors and latency per hour, each with its numbers as a table', async () => {
    const plots = (await browser.get(`${log}?status=5xx`)).body.split('<figure').slice(1)
    expect(plots).toHaveLength(2)
    for (const plot of plots) expect(plot.split('</figure>')[0]).toMatch(/<svg[\s\S]*<details>[\s\S]*<table>/)
    expect(plots[0]).toMatch(
      /<td class="number"[^>]*>1<\/td>\s*<td class="number"[^>]*>0<\/td>\s*<td class="number"[^>]*>1<\/td>/,
    )
    expect(plots[1]).toMatch(/<td class="number"[^>]*>900</)
  })

  it('is exported as CSV, with its filters', async () => {
    const { status, headers, body } = await browser.get(`${log}.csv?status=4xx`)
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'text/csv; charset=utf-8',
    })
    const [head, ...rows] = body.trim().split('\r\n')
    expect(head).toContain('id,request_id,surface,method,path')
    expect(rows).toHaveLength(2)
    expect(body).toContain('validation_failed,"{""name"":[""The <b> field is required.""]}"')
    expect((await browser.get(`${log}.csv?status=nine`)).status).toBe(422)
  })

  it('shows hostile texts as text', async () => {
    const { body } = await browser.get(log)
    expect(body).not.toMatch(/<script>alert|<b>/)
    expect(body).toMatch(
      /code=validation_failed">validation_failed<.a> <span class="reason[^<]*The &lt;b> field is required\.</,
    )
    expect(body).toContain('&lt;script>alert(1)&lt;/script>{{7*7}}')
  })

  it('is rendered by the same number of statements, however many requests there are', async () => {
    // The last page shows the total, which is then not counted.
    expect(await statementsOf(() => browser.get(`${log}?per_page=2`))).toHaveLength(8)
    expect(await statementsOf(() => browser.get(log))).toHaveLength(7)
  })
})
