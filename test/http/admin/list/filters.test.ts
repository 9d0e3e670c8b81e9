import { expect, it } from 'vitest'
import { filterControls } from '../../../../http/admin/list/filters.ts'
import { clickPages } from '../../../../http/admin/records/click.ts'
import { keywordPositionPages } from '../../../../http/admin/records/keyword-position.ts'
import { signIn } from '../../../support/admin.ts'
import { makeApplication } from '../../../support/operations.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld } from '../../../support/world.ts'

it('a filter by an application is not called App, which is another record', async () => {
  const filter = filterControls(clickPages).find(({ name }) => name === 'app_id')
  expect(filter).toMatchObject({ label: 'Application', collection: 'applications' })
  const app = filterControls(keywordPositionPages).find(({ name }) => name === 'app_slug')
  expect(app).toMatchObject({ label: 'App', collection: 'apps' })
  const world = await makeWorld()
  const person = await makePerson(world)
  const browser = await signIn(world, person)
  const { id } = await makeApplication(person, { name: 'Torch' })
  const { body } = await browser.get(`/admin/clicks?app_id=${id}`)
  expect(body).toContain('Application: Torch (iOS)')
  expect(body).toContain('Remove the filter </span>Application: Torch (iOS)')
})
