import type { Translation } from '../translation.ts'

export const value: Translation<'value'> = {
  yes: 'Да',
  no: 'Нет',
}
