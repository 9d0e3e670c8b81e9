import type { Translation } from '../translation.ts'

export const credential: Translation<'credential'> = {
  active: 'Действующие',
  revoke: 'Отозвать',
  revokeQuestion: 'Отозвать? Запросы с этим токеном или ключом сразу будут отклоняться.',
  tokenRevoked: 'Токен отозван',
  latestWrites: 'Последние изменения',
  allChanges: 'Все изменения',
  allRequests: 'Все запросы',
  noWrites: 'С этим токеном или ключом пока ничего не записано.',
  time: 'Время',
  change: 'Изменение',
  record: 'Запись',
  secretOnce: '{about} Это значение показывается один раз: сохраните его, прежде чем уйти со страницы.',
  secretRepeated:
    'Эта форма уже была отправлена. Значение показывалось только тогда: если вы его не сохранили, создайте новое.',
  connect: 'Подключение: {client}',
  install: 'Установить в {client}',
  installAbout: '{button} Кнопка откроет {client}, перед добавлением сервера будет вопрос.',
  runCommand: 'Выполните эту команду.',
  orRunCommand: 'Или выполните эту команду.',
  addToFile: 'Добавьте это в {file}.',
  orAddToFile: 'Или добавьте это в {file}.',
  writeGuide: 'Для команд из руководства по записи выполните это в оболочке, в которой запускаете агента.',
  connectors: 'Claude в браузере и ChatGPT',
  connectorsAbout:
    'Им не нужен токен. Введите там этот адрес; он должен быть доступен из интернета по https. Они читают от вашего имени, это видно в разделе <link>Подключения</link>.',
}
