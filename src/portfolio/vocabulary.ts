import { type Enumeration, scale } from '../record/rules/enumeration.ts'
import { priorities, priorityAliases, severities, taskStatuses } from '../record/rules/shared-vocabulary.ts'

export { priorities, priorityAliases, severities, taskStatuses }

// Every enumeration of the portfolio, with the meaning of each value.

export const directionStatuses = scale({
  active: { en: ['Active', 'in use'], ru: ['Активно', 'используется'] },
  demo: { en: ['Demo', 'for demonstration'], ru: ['Демо', 'для демонстрации'] },
  archived: { en: ['Archived', 'no longer in use'], ru: ['В архиве', 'больше не используется'] },
})

export const portfolioStatuses = scale({
  candidate: { en: ['Candidate', 'under review'], ru: ['Кандидат', 'рассматривается'] },
  next: { en: ['Next', 'queued'], ru: ['Следующий', 'в очереди'] },
  core: {
    en: ['Core', 'main source of revenue or users'],
    ru: ['Основной', 'главный источник дохода или пользователей'],
  },
  support: { en: ['Support', 'kept running'], ru: ['Поддержка', 'поддерживается в рабочем виде'] },
  frozen: { en: ['Frozen', 'no investment'], ru: ['Заморожен', 'без вложений'] },
  sunset: { en: ['Sunset', 'being closed'], ru: ['Закрывается', 'постепенно закрывается'] },
  archived: { en: ['Archived', 'closed'], ru: ['В архиве', 'закрыт'] },
})

export const productFocuses = scale({
  'assess-development': {
    en: ['Assess development', 'find out whether it is worth building'],
    ru: ['Оценка', 'понять, стоит ли разрабатывать'],
  },
  develop: { en: ['Develop', 'build'], ru: ['Разработка', 'создавать'] },
  scale: { en: ['Scale', 'grow'], ru: ['Рост', 'расширять'] },
  monetize: { en: ['Monetize', 'earn more'], ru: ['Монетизация', 'зарабатывать больше'] },
  retain: { en: ['Retain', 'keep users'], ru: ['Удержание', 'удерживать пользователей'] },
  stabilize: { en: ['Stabilize', 'fix quality'], ru: ['Стабилизация', 'повышать качество'] },
  maintain: { en: ['Maintain', 'minimum work'], ru: ['Сопровождение', 'минимум работы'] },
  exit: { en: ['Exit', 'wind down'], ru: ['Выход', 'сворачивать'] },
})

export const appPlatforms = {
  Android: {
    en: ['Android', 'Google Play or another Android store'],
    ru: ['Android', 'Google Play или другой магазин для Android'],
  },
  iOS: { en: ['iOS', 'App Store'], ru: ['iOS', 'App Store'] },
  Huawei: { en: ['Huawei', 'AppGallery'], ru: ['Huawei', 'AppGallery'] },
  RuStore: { en: ['RuStore', 'RuStore'], ru: ['RuStore', 'RuStore'] },
  Web: { en: ['Web', 'a site'], ru: ['Веб', 'сайт'] },
  macOS: { en: ['macOS', 'Mac'], ru: ['macOS', 'Mac'] },
  Windows: { en: ['Windows', 'Windows'], ru: ['Windows', 'Windows'] },
  Other: { en: ['Other', 'anything else'], ru: ['Другая', 'всё остальное'] },
} as const satisfies Enumeration

/** What is measured of apps. */
export const metrics = {
  clicks: { en: ['Clicks', 'without rejected ones'], ru: ['Клики', 'без отклонённых'] },
  rating: { en: ['Rating', 'in its store'], ru: ['Рейтинг', 'в магазине'] },
  position: { en: ['Position', 'for a keyword in its store'], ru: ['Позиция', 'по ключу в магазине'] },
} as const satisfies Enumeration

/** How a metric is expected to move. */
export const metricDirections = {
  up: { en: ['Up', 'of a position: to a smaller number'], ru: ['Вверх', 'для позиции: к меньшему числу'] },
  down: { en: ['Down', 'of a position: to a greater number'], ru: ['Вниз', 'для позиции: к большему числу'] },
} as const satisfies Enumeration

export const implementationStatuses = scale({
  idea: { en: ['Idea', 'not decided yet'], ru: ['Идея', 'ещё не решено'] },
  planned: { en: ['Planned', 'decided, not started'], ru: ['В планах', 'решено, не начато'] },
  design: { en: ['Design', 'being designed'], ru: ['Проектирование', 'проектируется'] },
  building: { en: ['Building', 'being built'], ru: ['Разработка', 'разрабатывается'] },
  testing: { en: ['Testing', 'being tested'], ru: ['Тестирование', 'тестируется'] },
  'in-review': { en: ['In review', 'at the store'], ru: ['На проверке', 'на проверке в магазине'] },
  released: { en: ['Released', 'in the store'], ru: ['Выпущено', 'в магазине'] },
  paused: { en: ['Paused', 'work stopped'], ru: ['На паузе', 'работа остановлена'] },
  removed: { en: ['Removed', 'taken out of the store'], ru: ['Удалено', 'убрано из магазина'] },
  retired: { en: ['Retired', 'closed permanently'], ru: ['Закрыто', 'закрыто навсегда'] },
})

export const bindingStatuses = scale({
  unbound: { en: ['Unbound', 'no product known'], ru: ['Без продукта', 'продукт неизвестен'] },
  'product-candidate': {
    en: ['Product candidate', 'product proposed, not confirmed'],
    ru: ['Есть кандидат', 'продукт предложен, но не подтверждён'],
  },
  confirmed: { en: ['Confirmed', 'belongs to the product'], ru: ['Подтверждено', 'относится к продукту'] },
  rejected: { en: ['Rejected', 'not one of our products'], ru: ['Отклонено', 'не из наших продуктов'] },
})

export const signalTypes = {
  'growth-point': { en: ['Growth point', 'a chance'], ru: ['Точка роста', 'возможность'] },
  problem: { en: ['Problem', 'causes harm now'], ru: ['Проблема', 'вредит сейчас'] },
  risk: { en: ['Risk', 'may cause harm'], ru: ['Риск', 'может навредить'] },
} as const satisfies Enumeration

export const sourceLayers = {
  metrika: { en: ['Metrika', 'web and app analytics'], ru: ['Метрика', 'аналитика сайта и приложения'] },
  appmetrica: { en: ['AppMetrica', 'mobile analytics'], ru: ['AppMetrica', 'мобильная аналитика'] },
  'store-console': {
    en: ['Store console', 'console of another store'],
    ru: ['Консоль магазина', 'консоль другого магазина'],
  },
  'app-store-connect': {
    en: ['App Store Connect', 'App Store Connect'],
    ru: ['App Store Connect', 'App Store Connect'],
  },
  'google-play': { en: ['Google Play', 'Google Play Console'], ru: ['Google Play', 'Google Play Console'] },
  ads: { en: ['Ads', 'advertising'], ru: ['Реклама', 'рекламные кабинеты'] },
  reviews: { en: ['Reviews', 'reviews, as a summary'], ru: ['Отзывы', 'сводка отзывов'] },
  support: { en: ['Support', 'support requests'], ru: ['Поддержка', 'обращения в поддержку'] },
  finance: { en: ['Finance', 'finance'], ru: ['Финансы', 'финансы'] },
  research: { en: ['Research', 'research'], ru: ['Исследование', 'исследование'] },
  competitors: { en: ['Competitors', 'competitors'], ru: ['Конкуренты', 'конкуренты'] },
  crm: { en: ['CRM', 'the CRM'], ru: ['CRM', 'система CRM'] },
  agent: { en: ['Agent', "an agent's own reasoning"], ru: ['Агент', 'вывод самого агента'] },
  manual: { en: ['Manual', 'entered by hand'], ru: ['Вручную', 'введено человеком'] },
} as const satisfies Enumeration

export const confidenceLevels = scale({
  low: { en: ['Low', 'a guess'], ru: ['Низкая', 'догадка'] },
  medium: { en: ['Medium', 'partly backed'], ru: ['Средняя', 'частично обоснована'] },
  high: { en: ['High', 'well backed'], ru: ['Высокая', 'хорошо обоснована'] },
  verified: { en: ['Verified', 'checked against the source'], ru: ['Подтверждена', 'сверена с источником'] },
})

export const signalStatuses = scale({
  open: { en: ['Open', 'not looked at yet'], ru: ['Открыт', 'ещё не просмотрен'] },
  acknowledged: { en: ['Acknowledged', 'seen'], ru: ['Просмотрен', 'его видели'] },
  'in-progress': { en: ['In progress', 'being worked on'], ru: ['В работе', 'над ним работают'] },
  resolved: { en: ['Resolved', 'solved'], ru: ['Решён', 'вопрос решён'] },
  dismissed: { en: ['Dismissed', 'needs no action'], ru: ['Отклонён', 'действий не требует'] },
})

export const economicsStatuses = scale({
  unconfirmed: {
    en: ['Unconfirmed', 'not matched with the store'],
    ru: ['Не сверена', 'не сверена с магазином'],
  },
  partial: { en: ['Partial', 'some sources match'], ru: ['Частично', 'часть источников совпадает'] },
  confirmed: { en: ['Confirmed', 'the store agrees'], ru: ['Подтверждена', 'магазин подтверждает'] },
  disputed: {
    en: ['Disputed', 'sources contradict each other'],
    ru: ['Спорная', 'источники противоречат друг другу'],
  },
  outdated: { en: ['Outdated', 'replaced by a newer one'], ru: ['Устарела', 'заменена более новой'] },
})

export const decisionTypes = {
  scale: { en: ['Scale', 'grow what works'], ru: ['Расширить', 'развивать то, что работает'] },
  develop: { en: ['Develop', 'build further'], ru: ['Развивать', 'разрабатывать дальше'] },
  assess: { en: ['Assess', 'find out first'], ru: ['Оценить', 'сначала выяснить'] },
  launch: { en: ['Launch', 'bring to market'], ru: ['Запустить', 'вывести на рынок'] },
  monetize: { en: ['Monetize', 'earn more'], ru: ['Монетизировать', 'зарабатывать больше'] },
  pivot: {
    en: ['Pivot', 'change the concept of the product'],
    ru: ['Сменить курс', 'изменить идею продукта'],
  },
  stabilize: { en: ['Stabilize', 'fix quality'], ru: ['Стабилизировать', 'повысить качество'] },
  merge: { en: ['Merge', 'merge products'], ru: ['Объединить', 'объединить продукты'] },
  split: { en: ['Split', 'split a product'], ru: ['Разделить', 'разделить продукт'] },
  freeze: { en: ['Freeze', 'stop investing'], ru: ['Заморозить', 'прекратить вложения'] },
  unfreeze: { en: ['Unfreeze', 'invest again'], ru: ['Разморозить', 'снова вкладывать'] },
  stop: { en: ['Stop', 'close the product'], ru: ['Закрыть', 'закрыть продукт'] },
  other: { en: ['Other', 'anything else'], ru: ['Другое', 'всё остальное'] },
} as const satisfies Enumeration

export const decisionStatuses = scale({
  active: { en: ['Active', 'in force'], ru: ['Действует', 'в силе'] },
  reviewed: { en: ['Reviewed', 'review done'], ru: ['Пересмотрено', 'пересмотр проведён'] },
  superseded: { en: ['Superseded', 'replaced by a later one'], ru: ['Заменено', 'есть более позднее'] },
  cancelled: { en: ['Cancelled', 'withdrawn'], ru: ['Отменено', 'отозвано'] },
})

/** What a person says about the expectations of a decision. */
export const outcomes = {
  met: { en: ['Met', 'what was expected happened'], ru: ['Сбылось', 'произошло то, чего ждали'] },
  partly: { en: ['Partly', 'some of it happened'], ru: ['Частично', 'часть ожидаемого произошла'] },
  'not-met': { en: ['Not met', 'it did not happen'], ru: ['Не сбылось', 'этого не произошло'] },
  unclear: { en: ['Unclear', 'cannot be said'], ru: ['Неясно', 'сказать нельзя'] },
} as const satisfies Enumeration

/** What the measured numbers say about one expectation. */
export const verdicts = {
  pending: { en: ['Pending', 'its day has not passed'], ru: ['Рано судить', 'день ещё не прошёл'] },
  met: {
    en: ['Met', 'the change is at least the expected one'],
    ru: ['Сбылось', 'изменение не меньше ожидаемого'],
  },
  'not-met': {
    en: ['Not met', 'the change is less than the expected one'],
    ru: ['Не сбылось', 'изменение меньше ожидаемого'],
  },
  unclear: {
    en: ['Unclear', 'too little was measured, or there were 0 clicks before'],
    ru: ['Неясно', 'измерено слишком мало, или раньше было 0 кликов'],
  },
} as const satisfies Enumeration

export const ruleTypes = {
  'product-definition': {
    en: ['Product definition', 'what counts as a product'],
    ru: ['Что такое продукт', 'что считается продуктом'],
  },
  'portfolio-structure': {
    en: ['Portfolio structure', 'how directions, products and apps relate'],
    ru: ['Устройство портфеля', 'как связаны направления, продукты и приложения'],
  },
  'freeze-policy': {
    en: ['Freeze policy', 'when to stop investing'],
    ru: ['Заморозка', 'когда прекращать вложения'],
  },
  'direction-policy': {
    en: ['Direction policy', 'what a direction is for'],
    ru: ['Направления', 'для чего нужно направление'],
  },
  'summary-contract': {
    en: ['Summary contract', 'what a summary must contain'],
    ru: ['Состав сводки', 'что должно быть в сводке'],
  },
  'portfolio-governance': {
    en: ['Portfolio governance', 'who decides what'],
    ru: ['Управление портфелем', 'кто что решает'],
  },
} as const satisfies Enumeration

/** Renamed rule types: the old name is accepted and stored as the current one. */
export const legacyRuleTypes = { 'structure-canon': 'portfolio-structure' } as const

export const canonStatuses = scale({
  draft: { en: ['Draft', 'proposed'], ru: ['Черновик', 'предложено'] },
  active: {
    en: ['Active', 'in force once an admin has approved it (trusted: true)'],
    ru: ['Действует', 'в силе, когда одобрено администратором'],
  },
  superseded: { en: ['Superseded', 'replaced by a later one'], ru: ['Заменено', 'есть более позднее'] },
  archived: { en: ['Archived', 'no longer in use'], ru: ['В архиве', 'больше не используется'] },
})

export const competitorRelations = {
  direct: {
    en: ['Direct', 'sells the same to the same users'],
    ru: ['Прямой', 'продаёт то же тем же пользователям'],
  },
  indirect: {
    en: ['Indirect', 'solves the same need in another way'],
    ru: ['Косвенный', 'решает ту же задачу иначе'],
  },
  aspiration: {
    en: ['Aspiration', 'an example to learn from'],
    ru: ['Ориентир', 'пример, у которого учиться'],
  },
} as const satisfies Enumeration

export const storeStatuses = scale({
  live: { en: ['Live', 'in the store'], ru: ['В магазине', 'доступно в магазине'] },
  removed: { en: ['Removed', 'taken out of the store'], ru: ['Удалено', 'убрано из магазина'] },
  'in-review': {
    en: ['In review', 'being reviewed by the store'],
    ru: ['На проверке', 'проверяется магазином'],
  },
})

export const proposalStatuses = scale({
  pending: { en: ['Pending', 'waits for a person'], ru: ['Ждёт решения', 'решает человек'] },
  changes_wanted: {
    en: ['Changes wanted', 'waits for the changes that a person asked for'],
    ru: ['Нужны правки', 'ждёт правок, о которых попросил человек'],
  },
  applied: { en: ['Applied', 'approved and stored'], ru: ['Принято', 'одобрено и записано'] },
  rejected: { en: ['Rejected', 'refused by a person'], ru: ['Отклонено', 'отклонено человеком'] },
  withdrawn: {
    en: ['Withdrawn', 'taken back by the token that proposed it'],
    ru: ['Отозвано', 'отозвано токеном, который предложил'],
  },
  expired: { en: ['Expired', 'not decided in time'], ru: ['Истекло', 'не решено вовремя'] },
})

/** The statuses of a proposal that may still be applied. */
export const undecidedStatuses: readonly (keyof typeof proposalStatuses)[] = ['pending', 'changes_wanted']

/** What the list of proposals is filtered by: a status, or every final one. */
export const proposalFilterStatuses = {
  ...proposalStatuses,
  decided: {
    en: ['Decided', 'applied, rejected, withdrawn or expired'],
    ru: ['Закрыто', 'принято, отклонено, отозвано или истекло'],
  },
} as const satisfies Enumeration

/** What the guard of a canon rule does to a write that meets its condition. */
export const guardEffects = {
  warn: {
    en: ['Warn', 'stores the write, with a warning'],
    ru: ['Предупредить', 'запись сохраняется с предупреждением'],
  },
  refuse: { en: ['Refuse', 'rejects the write'], ru: ['Отклонить', 'запись отклоняется'] },
  propose: {
    en: ['Propose', 'makes the write a proposal, unless an admin sends it'],
    ru: ['Предложить', 'запись становится предложением, если её делает не администратор'],
  },
} as const satisfies Enumeration
