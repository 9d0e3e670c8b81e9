import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { transact } from '../../src/database/transaction.ts'
import { createUser } from '../../src/people/user-administration.ts'
import { operator } from '../support/people.ts'
import { makeWorld, type World } from '../support/world.ts'

const page = readFileSync(new URL('../../docs/operations-api.md', import.meta.url), 'utf8')
const commands = [...page.matchAll(/^curl ([\s\S]*?)\n# (\d+)(.*)$/gm)]
const password = 'password of Anna'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const anna = { email: 'anna@example.com', name: 'Anna', role: 'manager', password } as const
  await transact(world.database.orm, (em) => createUser(em, operator, anna))
})

it('shows commands that return what the page says, in the order of the page', async () => {
  expect(commands.length).toBeGreaterThanOrEqual(6)
  let token = ''
  for (const [, command = '', status, documented = ''] of commands) {
    const [, path = ''] = /127\.0\.0\.1:3000(\/[^\s']*)/.exec(command) ?? []
    const [, method = 'GET'] = /-X (\w+)/.exec(command) ?? []
    const [, body] = /-d '(.*)'$/m.exec(command) ?? []
    const headers = Object.fromEntries(
      [...command.matchAll(/-H ['"]([\w-]+): (.*?)['"]/g)].map(([, name, value]) => [
        name?.toLowerCase(),
        value?.replace('$TOKEN', token),
      ]),
    )
    const answer = await world.send(method, path, body?.replace('PASSWORD', password), headers)
    expect([path, answer.status]).toEqual([path, Number(status)])
    if (documented && !documented.includes('…')) expect(answer.body).toEqual(JSON.parse(documented))

    token ||= answer.body.access_token
  }
})
