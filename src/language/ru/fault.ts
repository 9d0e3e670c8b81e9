import type { Translation } from '../translation.ts'

export const fault: Translation<'fault'> = {
  validationFailed: 'Проверьте введённое.',
  concurrentChange: 'Те же записи одновременно изменил другой запрос. Повторите действие.',
  anotherVersion:
    'После открытия страницы запись изменилась. Посмотрите, какая она сейчас, и попробуйте снова.',
  ruleForbids: 'Это запрещает правило канона.',
  notFound: 'Не найдено.',
}
