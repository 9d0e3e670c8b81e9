import { expect, test } from 'vitest'
import { signIn } from '../../../support/admin.ts'
import { escaped, hostile } from '../../../support/form-fields.ts'
import { sql } from '../../../support/makers.ts'
import { makePerson } from '../../../support/people.ts'
import { makeWorld } from '../../../support/world.ts'

test("a contact's page shows the conversation, the newest page as it was said, page by page", async () => {
  const world = await makeWorld({ BOT_CONTACT_LIMIT_PER_MINUTE: '1000' })
  for (let number = 1; number <= 11; number += 1)
    await world.send('POST', '/api/v1/bot/main/log', {
      contact_id: 'tg-1',
      user_text: `Question ${number}. ${hostile}`,
      assistant_text: `Answer ${number}.`,
    })
  const [contact] = await sql(world, 'select id from contacts')
  const address = `/admin/contacts/${contact?.id}`
  const browser = await signIn(world, await makePerson(world, 'manager'))
  const { body } = await browser.get(address)
  expect(body.indexOf('Question 11.')).toBeGreaterThan(0)
  expect(body.indexOf('Question 11.')).toBeLessThan(body.indexOf('Answer 11.'))
  expect(body).toContain(`Question 2. ${escaped}`)
  expect(body).not.toContain('Answer 1.')
  const older = /href="([^"]*before=\d+)#conversation"/.exec(body)?.[1] ?? ''
  const rest = (await browser.get(older)).body
  expect(rest).toContain('Question 1. ')
  expect(rest).not.toContain('Question 2. ')
})
