import { transact } from '../../src/database/transaction.ts'
import { createUser } from '../../src/people/user-administration.ts'
import { systemProvenance } from '../../src/record/provenance.ts'
import type { Bench } from './database.ts'

const password = 'password of the bench'

export const benchActor = {
  by: systemProvenance,
  credential: 'bench',
  surface: 'cli',
  request_id: null,
} as const

/** Creates a manager, signs in by the form of the web interface at `url`, and returns the cookies. */
export async function adminSession({ database }: Bench, url: string): Promise<string> {
  const email = `bench-${Date.now()}@bench.test`
  const manager = { name: 'Bench', email, password, role: 'manager' } as const
  await transact(database.orm, (em) => createUser(em, benchActor, manager))
  const form = await fetch(`${url}/admin/login`)
  const _csrf = /name="_csrf" value="([^"]+)"/.exec(await form.text())?.[1] ?? ''
  const cookie = cookiesOf(form)
  const answer = await fetch(`${url}/admin/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ email, password, _csrf }),
  })
  if (answer.status !== 303) throw new Error(`The login was answered with ${answer.status}.`)
  return `${cookie}; ${cookiesOf(answer)}`
}

function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
