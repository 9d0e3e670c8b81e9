import { beforeAll, expect, it } from 'vitest'
import { makeGuardedWorld } from '../../../support/guarded-world.ts'
import { makeSignal, sql } from '../../../support/makers.ts'
import { textOf } from '../../../support/proposals-world.ts'

let made: Awaited<ReturnType<typeof makeGuardedWorld>>
let address: string
beforeAll(async () => {
  made = await makeGuardedWorld()
  const { id } = await made.guardedRule({
    guard_when: "write.kind == 'signal' && after.severity == 'critical'",
    guard_effect: 'refuse',
  })
  address = `/admin/canon-rules/${id}/guard`
  await makeSignal(made.world, { title: 'Small', severity: 'low' })
  await sql(made.world, `update users set language = 'ru'`)
})

const send = async (guard: object) => {
  await made.admin.get(address)
  return made.admin.post(address, { guard_effect: 'refuse', ...guard })
}

it('says in the language of the person what is wrong with a condition', async () => {
  const page = await send({ guard_when: 'true = false' })
  expect(page.status).toBe(422)
  expect(textOf(page)).toContain('Неожиданный знак: =. Нужно == (знак 6).')
})

it('tells the result of a test in the language of the person', async () => {
  const page = await send({ guard_when: "write.kind == 'signal'", test: '1' })
  const text = textOf(page)
  expect(text).toMatch(
    /Из \d+ изменени[яй] за последние 90 дней было бы отклонено: 1; из них позже не отменено ни одно\./,
  )
  expect(text).toContain('Вид: сигнал 1 0')
})

it('refuses a form in the language of the person, and a request of the API in English', async () => {
  const body = { product_slug: 'run', title: 'Crash', signal_type: 'problem', severity: 'critical' }
  await made.admin.get('/admin/signals/new')
  const page = await made.admin.post('/admin/signals/new', {
    ...body,
    product_slug: '',
    direction_slug: 'utilities',
  })
  expect(textOf(page)).toContain('Это запрещает правило канона «Rule refuse».')
  const answer = await made.post('/signals', {
    ...body,
    product_slug: undefined,
    direction_slug: 'utilities',
  })
  expect(answer).toMatchObject({
    status: 422,
    body: { message: 'The canon rule "Rule refuse" forbids this.' },
  })
})
