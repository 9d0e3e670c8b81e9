import { beforeAll, expect, test } from 'vitest'
import { type Browser, formFields, signIn } from '../../../support/admin.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld } from '../../../support/world.ts'

let browser: Browser
beforeAll(async () => {
  const world = await makeWorld()
  browser = await signIn(world, await makePerson(world, 'admin'))
})

test('the form of a new record begins with the defaults of its fields', async () => {
  const signal = formFields(await browser.get('/admin/signals/new'))
  expect(signal).toMatchObject({
    signal_type: '',
    severity: 'medium',
    status: 'open',
    source_layer: 'manual',
  })
  expect(formFields(await browser.get('/admin/agents/new'))).toMatchObject({ is_active: '1' })
  const severity = '/admin/signals/new?severity=high'
  expect(formFields(await browser.get(severity))).toMatchObject({ severity: 'high', status: 'open' })
})

test('a choice with a default cannot be emptied, and one without begins empty', async () => {
  const { body } = await browser.get('/admin/signals/new')
  const select = (name: string) => new RegExp(`<select id="field-${name}"[\\s\\S]*?</select>`).exec(body)?.[0]
  expect(select('severity')).not.toContain('<option value>')
  expect(select('signal_type')).toContain('<option value>Choose</option>')
})

test('a form with errors keeps what was chosen instead of a default', async () => {
  await browser.get('/admin/agents/new')
  const sent = { _checkboxes: 'is_active', name: '' }
  const { status, body } = await browser.post('/admin/agents/new', sent)
  expect(status).toBe(422)
  expect(formFields({ body }).is_active).toBeUndefined()
})

test('a new task with a blocker is blocked, unless another status than the default is chosen', async () => {
  const statusOf = async (fields: Record<string, string>) => {
    const form = formFields(await browser.get('/admin/tasks/new'))
    const task = { ...form, title: 'Waits', direction_slug: 'utilities', blocked_by: 'The store', ...fields }
    const { location = '' } = await browser.post('/admin/tasks/new', task)
    return formFields(await browser.get(`${location}/edit`)).status
  }
  expect(await statusOf({})).toBe('blocked')
  expect(await statusOf({ status: 'in-progress' })).toBe('in-progress')
})
