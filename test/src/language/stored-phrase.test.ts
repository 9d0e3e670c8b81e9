import { describe, expect, it } from 'vitest'
import { anyField, FieldName, inEach, phrase } from '../../../src/language/phrase.ts'
import { recognized } from '../../../src/language/recognized.ts'
import { messageOf, storedMessage } from '../../../src/language/stored-phrase.ts'
import { invalidSelection } from '../../../src/record/validation/messages.ts'

describe('a stored message', () => {
  it.each([
    phrase('imports.sameKey', { line: 3, identity: phrase('imports.slugOrName') }),
    phrase('imports.mayMean', { problem: invalidSelection('app_slug'), names: 'one, two' }),
    phrase('validation.requiredOfSeveral', { field: new FieldName('a'), others: anyField(['b', 'c']) }),
    phrase('validation.daysOfMonth', { field: new FieldName('a'), month: new Date(0), days: 31 }),
    inEach({ en: 'Own', ru: 'Свой' }),
  ])('is shown in each language after it was JSON: %s', (message) => {
    const restored = messageOf(JSON.parse(JSON.stringify(storedMessage(message))))
    if (typeof restored === 'string') throw new Error(restored)
    for (const language of ['en', 'ru'] as const) expect(restored.in(language)).toBe(message.in(language))
  })

  it('stays the text that it was', () => {
    expect(messageOf(storedMessage('Only English'))).toBe('Only English')
  })
})

describe('a stored English sentence', () => {
  const keys = ['notifications.manyFailed', 'notifications.redirected', 'notifications.answered'] as const

  it.each([
    ['The receiver answered 500.', 'Получатель ответил 500.'],
    [
      '21 deliveries in a row failed. The receiver answered 301, a redirect, which is not followed.',
      '21 доставка подряд не удалась. Получатель ответил 301: это перенаправление, по нему сервер не переходит.',
    ],
  ])('is recognized: %s', (english, russian) => {
    const found = recognized(english, keys)
    if (typeof found === 'string') throw new Error(found)
    expect([found.in('en'), found.in('ru')]).toEqual([english, russian])
  })

  it('is returned as it is if no text says it', () => {
    expect(recognized('Something else.', keys)).toBe('Something else.')
  })
})
