import { describe, expect, it } from 'vitest'
import { generatePassword, isGuessable } from '../../../src/access/password.ts'
import { processorTime } from '../../support/processor-time.ts'

const anna = { name: 'Анна Muster', email: 'anna.muster@example.com' }

describe('a password that could be guessed', () => {
  it.each([
    'password1234',
    'Password2026!',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '123456789012',
    'qwertyuiop12',
    'passwordpassword',
    'iloveyou1234',
    'пароль123456',
    'йцукенгшщзхъ',
    '🔑'.repeat(12),
    ' '.repeat(12),
    'x'.repeat(1024),
    // The email, the name and the product, in parts and with a few more characters.
    'anna.muster@example.com',
    'ANNA.MUSTER@EXAMPLE.COM',
    'anna.muster1',
    'AnnaMuster2026!',
    'Анна-Muster-26',
    'muster_anna_1!',
    'portfolio-ops',
    'Portfolio-Ops-1',
    'administrator',
    'administrator2026',
  ])('is %s', async (password) => {
    expect(await isGuessable(password, anna)).toBe(true)
  })

  it.each([
    'correct horse battery staple',
    'a password of the environment',
    'Velvet-crane-71-ladder',
    'десять зелёных коней плывут',
    'anna likes purple elephants',
    'aV9$kq2!mZ7x',
  ])('is not %s', async (password) => {
    expect(await isGuessable(password, anna)).toBe(false)
  })

  it('is never a generated one', async () => {
    for (let count = 0; count < 10; count++) expect(await isGuessable(generatePassword(), anna)).toBe(false)
  })

  it('is found in a short time, however long it is', async () => {
    for (const part of ['p4$$w0rd', '@4(3!1$0', '1/1/1991', 'aA1!', '1234567890', '3l1t3h4x0r$@!']) {
      const person = { name: part.repeat(30), email: 'a@b.test' }
      const time = await processorTime(() => isGuessable(part.repeat(1024 / part.length), person))
      expect(time).toBeLessThan(2000)
    }
  })
})
