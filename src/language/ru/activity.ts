import type { Translation } from '../translation.ts'

export const activity: Translation<'activity'> = {
  about: 'Изменения всех записей: людьми, агентами, ключами, ботами и командами.',
  noMatch: 'Под эти фильтры не подходит ни одно изменение.',
  correctFilters: 'Исправьте фильтры.',
  pages: 'Страницы',
  everyone: 'Все',
  people: 'Люди',
  agents: 'Агенты',
  bots: 'Боты',
  lastHour: 'За час',
  who: 'Кто',
  record: 'Запись',
  together: 'Вместе',
  requestExpired: 'Запроса этого изменения больше нет в журнале запросов.',
}
