import { type Enumeration, scale } from '../record/rules/enumeration.ts'

export const applicationPlatforms = {
  ios: { en: ['iOS', 'App Store'], ru: ['iOS', 'App Store'] },
  android: { en: ['Android', 'Google Play'], ru: ['Android', 'Google Play'] },
  huawei: { en: ['Huawei', 'AppGallery'], ru: ['Huawei', 'AppGallery'] },
  rustore: { en: ['RuStore', 'RuStore'], ru: ['RuStore', 'RuStore'] },
  web: { en: ['Web', 'website'], ru: ['Веб', 'сайт'] },
  other: { en: ['Other', 'anything else'], ru: ['Другое', 'всё остальное'] },
} as const satisfies Enumeration

export const applicationStatuses = scale({
  draft: { en: ['Draft', 'not live yet'], ru: ['Черновик', 'ещё не запущено'] },
  active: { en: ['Active', 'live and worked on'], ru: ['Активно', 'запущено, идёт работа'] },
  paused: { en: ['Paused', 'work stopped'], ru: ['На паузе', 'работа остановлена'] },
  blocked: {
    en: ['Blocked', 'removed or rejected by a store'],
    ru: ['Заблокировано', 'удалено или отклонено магазином'],
  },
  archived: {
    en: ['Archived', 'archived; set by the archive action only'],
    ru: ['В архиве', 'только действием «В архив»'],
  },
})

export const companyStatuses = scale({
  prospect: { en: ['Prospect', 'may become a partner'], ru: ['Потенциальная', 'может стать партнёром'] },
  active: { en: ['Active', 'current partner'], ru: ['Активна', 'партнёр сейчас'] },
  paused: { en: ['Paused', 'work stopped'], ru: ['На паузе', 'работа остановлена'] },
  archived: { en: ['Archived', 'no longer in use'], ru: ['В архиве', 'больше не используется'] },
})

export const contactStatuses = scale({
  active: { en: ['Active', 'in contact'], ru: ['Активен', 'на связи'] },
  inactive: { en: ['Inactive', 'not in contact'], ru: ['Неактивен', 'не на связи'] },
  archived: { en: ['Archived', 'no longer in use'], ru: ['В архиве', 'больше не используется'] },
})

export const contactSources = {
  manual: { en: ['Manual', 'entered by hand'], ru: ['Вручную', 'введён человеком'] },
  api: { en: ['API', 'created through the API'], ru: ['API', 'создан через API'] },
  bot: { en: ['Bot', 'wrote to a bot'], ru: ['Бот', 'написал боту'] },
  import: { en: ['Import', 'imported'], ru: ['Импорт', 'импортирован'] },
} as const satisfies Enumeration

export const strategyStatuses = scale({
  draft: { en: ['Draft', 'in preparation'], ru: ['Черновик', 'готовится'] },
  active: { en: ['Active', 'in progress'], ru: ['Действует', 'выполняется'] },
  paused: { en: ['Paused', 'on hold'], ru: ['На паузе', 'приостановлена'] },
  completed: { en: ['Completed', 'finished'], ru: ['Завершена', 'закончена'] },
  archived: { en: ['Archived', 'no longer in use'], ru: ['В архиве', 'больше не используется'] },
})

export const keywordStatuses = scale({
  new: { en: ['New', 'just added'], ru: ['Новый', 'только что добавлен'] },
  active: { en: ['Active', 'tracked'], ru: ['Активен', 'отслеживается'] },
  paused: { en: ['Paused', 'not tracked at the moment'], ru: ['На паузе', 'сейчас не отслеживается'] },
  won: { en: ['Won', 'target reached'], ru: ['Цель достигнута', 'нужная позиция получена'] },
  rejected: { en: ['Rejected', 'not wanted'], ru: ['Отклонён', 'не нужен'] },
  archived: { en: ['Archived', 'no longer in use'], ru: ['В архиве', 'больше не используется'] },
})

/** What the clicks of a period are added up by. */
export const clickDimensions = {
  application: { en: ['Application', 'each application'], ru: ['Приложение', 'каждое приложение'] },
  company: { en: ['Company', 'each company'], ru: ['Компания', 'каждая компания'] },
  status: {
    en: ['Status', 'each status, rejected clicks too'],
    ru: ['Статус', 'каждый статус, отклонённые клики тоже'],
  },
  product: {
    en: ['Product', 'each product, by the apps of its applications'],
    ru: ['Продукт', 'каждый продукт, по его приложениям'],
  },
  direction: {
    en: ['Direction', 'each direction, by its products'],
    ru: ['Направление', 'каждое направление, по его продуктам'],
  },
  platform: {
    en: ['Platform', 'each platform of an application'],
    ru: ['Платформа', 'каждая платформа приложений'],
  },
} as const satisfies Enumeration

export const clickStatuses = scale({
  ok: { en: ['Ok', 'accepted'], ru: ['Принят', 'засчитан'] },
  pending: { en: ['Pending', 'to be checked'], ru: ['На проверке', 'нужно проверить'] },
  suspicious: { en: ['Suspicious', 'looks inflated'], ru: ['Подозрительный', 'похоже на накрутку'] },
  rejected: { en: ['Rejected', 'not counted'], ru: ['Отклонён', 'не засчитан'] },
})
