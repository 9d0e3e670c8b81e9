import type { Translation } from '../translation.ts'

export const expectation: Translation<'expectation'> = {
  name: 'Ожидание',
  list: 'Ожидания',
  count: '{count, plural, one {# ожидание} few {# ожидания} many {# ожиданий} other {# ожидания}}',
}
