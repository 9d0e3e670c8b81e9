import type { Translation } from '../translation.ts'

export const retract: Translation<'retract'> = {
  retract: 'Снять',
  restore: 'Восстановить',
  retracted: 'Снято',
}
