import { describe, expect, it } from 'vitest'
import { anyField, FieldName, inEach, phrase } from '../../../src/language/phrase.ts'
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
