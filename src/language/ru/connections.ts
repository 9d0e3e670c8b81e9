import type { Translation } from '../translation.ts'

export const connections: Translation<'connections'> = {
  aboutInAccount:
    'Агенты, например Claude и ChatGPT, подключаются по адресу этого сервиса. <link>Показать подключения</link>',
  about: 'Агенты, которые читают по MCP от имени пользователя. Изменить они ничего не могут.',
  off: 'Агенты не могут подключиться: {reason}.',
  switchedOff: 'задано OAUTH=0',
  noHttps: 'PUBLIC_URL — не https и не адрес этой машины',
  noSecretKey: 'DATABASE_URL задан без SECRET_KEY',
  connectAgent: 'Подключить агента',
  steps:
    'Введите этот адрес в агенте. Он откроет здесь страницу, где вы выберете «Разрешить» или «Отказать».',
  none: 'Подключённых агентов нет.',
  person: 'Пользователь',
  client: 'Клиент',
  created: 'Создано',
  lastUse: 'Последнее обращение',
  action: 'Действие',
  revoke: 'Отозвать',
  revoked: 'Подключение отозвано. Его токены больше не действуют.',
}
