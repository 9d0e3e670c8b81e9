import type { Translation } from '../translation.ts'

export const account: Translation<'account'> = {
  title: 'Профиль',
  currentPassword: 'Текущий пароль',
  newPassword: 'Новый пароль',
  passwordLength: 'Не короче {count, plural, one {# знака} few {# знаков} many {# знаков} other {# знака}}',
  password: 'Пароль',
  save: 'Сохранить',
  passwordEffect:
    'Новый пароль завершит все другие сеансы, отзовёт ваши токены, адрес календаря и подключения.',
  passwordChanged:
    'Пароль изменён. Все другие сеансы завершены, ваши токены, адрес календаря и подключения отозваны.',
  language: 'Язык',
  languageOfBrowser: 'Как в браузере',
  languageAbout: 'Язык этого интерфейса. Записи остаются на том языке, на котором их написали.',
  changeLanguage: 'Сменить язык',
  languageChanged: 'Язык изменён.',
  keys: 'Горячие клавиши',
  keysAreOn:
    'Горячие клавиши из одного знака, например <kbd>n</kbd>, <kbd>j</kbd> и <kbd>/</kbd>, в этом браузере включены. Ctrl, Enter и Escape работают всегда.',
  keysAreOff:
    'Горячие клавиши из одного знака, например <kbd>n</kbd>, <kbd>j</kbd> и <kbd>/</kbd>, в этом браузере выключены. Ctrl, Enter и Escape работают всегда.',
  switchOn: 'Включить',
  switchOff: 'Выключить',
  keysSwitchedOn: 'Горячие клавиши включены.',
  keysSwitchedOff: 'Горячие клавиши выключены.',
  sessions: 'Сеансы',
  openSessions: 'Открытые сеансы',
  browser: 'Браузер',
  unknownBrowser: 'Неизвестный',
  browserOnSystem: '{browser}, {system}',
  ipAddress: 'IP-адрес',
  signedIn: 'Вход',
  lastUsed: 'Последняя активность',
  action: 'Действие',
  thisSession: 'Этот сеанс',
  end: 'Завершить',
  endTitle: 'Завершить сеанс: {browser}',
  endQuestion: 'Завершить сеанс, последний раз активный с адреса {ip}? В том браузере придётся войти снова.',
  sessionEnded: 'Сеанс завершён.',
}
