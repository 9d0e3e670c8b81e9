import { expect, it } from 'vitest'
import { ownDatabase, run, serve } from '../../cli/cli.ts'
import { formVersions } from '../../support/admin.ts'
import { lockTable, waitForDisconnection } from '../../support/hold.ts'
import { root } from '../../support/makers.ts'
import { query } from '../../support/rows.ts'

const admin = { email: 'admin@ops.test', password: 'A-long-password-of-an-admin-7' }

it('leaves a proposal pending whose server is killed during its approval, and approves it afterwards', async () => {
  const DATABASE_URL = await ownDatabase()
  const environment = { DATABASE_URL, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  const server = await serve(environment)
  const created = await run(
    { DATABASE_URL },
    'token',
    'create',
    '--agent',
    'Scout',
    '--scope',
    'read',
    'propose',
    '--json',
  )
  const proposed = await fetch(`${server.url}${root}/products`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-portfolio-token': created.json().secret },
    body: JSON.stringify({ name: 'Torch', direction_slug: 'utilities' }),
  })
  expect(proposed.status).toBe(202)
  const { proposal } = (await proposed.json()) as { proposal: { id: number } }
  const page = `/admin/proposals/${proposal.id}`

  const before = await stored(DATABASE_URL)
  expect(before).toMatchObject({ status: 'pending', products: 0 })
  const lock = await lockTable(DATABASE_URL, 'proposals')
  const approve = await approver(server.url, page)
  const interrupted = approve().catch((error: unknown) => error)
  await lock.waitForBlocked(1)
  await server.end('SIGKILL')
  expect(await interrupted).toBeInstanceOf(Error)
  await lock.release()
  await waitForDisconnection(DATABASE_URL)
  expect(await stored(DATABASE_URL)).toEqual(before)

  const next = await serve(environment)
  const again = await approver(next.url, page)
  expect((await again()).status).toBe(303)
  expect(await stored(DATABASE_URL)).toMatchObject({ status: 'applied', products: 1 })
})

async function stored(url: string) {
  const [row] = await query(
    url,
    `select (select status from proposals) as status, (select count(*)::int from products) as products,
      (select count(*)::int from history where record_type in ('product', 'proposal')) as history`,
  )
  return row
}

/** Signs in at a server, and returns what approves the proposal of a page. */
async function approver(url: string, page: string): Promise<() => Promise<Response>> {
  const cookies = new Map<string, string>()
  const send = async (path: string, form?: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = form && { method: 'POST', body: new URLSearchParams(form) }
    const answer = await fetch(`${url}${path}`, {
      ...body,
      headers: { cookie, origin: url },
      redirect: 'manual',
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  const open = async (path: string) => {
    const html = await (await send(path)).text()
    return { html, _csrf: /name="_csrf" value="([^"]+)"/.exec(html)?.[1] ?? '' }
  }
  const login = await open('/admin/login')
  expect((await send('/admin/login', { _csrf: login._csrf, ...admin })).status).toBe(303)
  const { html, _csrf } = await open(page)
  const address = `${page}/approve`
  const _version = formVersions(html, page).get(address) ?? ''
  return () => send(address, { _csrf, _version })
}
