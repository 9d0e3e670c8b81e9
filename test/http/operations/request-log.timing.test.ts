import { expect, it } from 'vitest'
import { makePerson, v1 } from '../../support/people.ts'
import { makeWorld } from '../../support/world.ts'

it('the request log returns a request within two seconds', async () => {
  const admin = await makePerson(await makeWorld(), 'admin')
  const paths = async () => {
    const { data } = (await admin.send('GET', '/admin/api-logs?per_page=100')).body
    return data.map((row: { path: string }) => row.path)
  }
  await admin.send('GET', '/companies')
  await expect.poll(paths, { timeout: 2000, interval: 100 }).toContain(`${v1}/companies`)
})
