import type { Pairs } from './pairs.ts'

/** Pairs in which the new record is about the same product as the stored one, but does not state the same fact. */
export const differentFacts: Pairs = {
  signal: [
    [['Cold start takes 4 seconds on iOS'], ['Cold start takes 4 seconds on Android']],
    [['Sign-in with Google fails'], ['Sign-in with Apple fails']],
    [
      ['Uninstalls rose in Italy', 'Uninstalls within a day: 31 %.'],
      ['Uninstalls rose in Poland', 'Uninstalls within a day: 27 %.'],
    ],
    [['Widget users scan twice as often'], ['Widget does not update after a scan']],
    [['Dark mode is requested in many reviews'], ['Text is unreadable in dark mode on the history screen']],
    [['Position for "document scanner" rose to 4'], ['Position for "pdf converter" fell to 19']],
    [['Average revenue per user grew in March'], ['Average session length grew in March']],
    [['Folder sharing is used by 3 % of users'], ['Folder sharing links expire too early']],
    [
      ['Battery drain on Pixel 8', 'The app uses 14 % of the battery in the background.'],
      ['Pixel 8 shows a green line in the preview', 'The preview has a green line at the edge.'],
    ],
    [['Search Ads cost per tap fell'], ['Search in documents is slow']],
    [['Подписка не восстанавливается на iPad'], ['Подписка не отменяется в настройках']],
    [['Удержание первого дня выросло в России'], ['Время первой сессии выросло в России']],
    [
      ['Оценка в Google Play упала до 4,2'],
      ['Сборка отклонена в Google Play', 'Причина: доступ ко всем файлам.'],
    ],
    [['Распознавание рукописного текста просят в отзывах'], ['Распознавание таблиц теряет столбцы']],
    [['Доля отказов на экране оплаты 60 %'], ['На экране оплаты нет цены за год']],
    [['Конкурент запустил бесплатный тариф'], ['Бесплатный тариф используют 80 % аудитории']],
    [['Печать документов не работает на Windows'], ['Синхронизация документов не работает на Windows']],
    [['В Индии выросла доля старых версий'], ['В Индии вырос доход с рекламы']],
  ],
  insight: [
    [
      ['Families share one account', 'Twelve percent of accounts have three devices or more.'],
      ['Families cancel after the free month', 'Forty percent of family plans end after the free month.'],
    ],
    [
      ['Referral links bring loyal users', 'D30 of invited users is 19 %.'],
      ['Referral links are mostly sent by messenger', 'WhatsApp has 64 % of them.'],
    ],
    [
      ['Accountants scan invoices at the end of a month', 'Scans triple on the last two days.'],
      ['Accountants export to Excel', 'Exports to Excel are 58 % of all exports by accountants.'],
    ],
    [
      ['French users prefer the monthly plan', 'Monthly plans are 70 % of purchases in France.'],
      ['French users rarely allow notifications', 'Only 21 % allow them in France.'],
    ],
    [
      ['Пуш вечером открывают чаще', 'Открытия 7,4 % против 3,1 % утром.'],
      ['Пуш со скидкой открывают реже', 'Открытия 2,2 % против 3,1 % без скидки.'],
    ],
    [
      ['Новички не находят пакетное сканирование', 'Кнопку нажали 6 % новичков.'],
      ['Пакетное сканирование экономит две минуты', 'Замер на 30 документах.'],
    ],
    [
      ['Юристы платят за подпись документов', 'Подпись покупают 9 % юристов.'],
      ['Юристы не загружают документы в облако', 'Облако выключено у 83 % юристов.'],
    ],
    [
      ['Long descriptions are not read', 'Two percent expand the description in Google Play.'],
      ['Icons with a letter are recognized faster', 'A test with 40 people in Google Play.'],
    ],
  ],
  task: [
    [['Write the release notes of 5.0'], ['Test the migration of documents to 5.0']],
    [['Localize onboarding for Japan'], ['Find a payment provider for Japan']],
    [['Set up alerts for crash rate'], ['Set up alerts for server cost']],
    [['Ask five users about the new editor'], ['Record a video about the new editor']],
    [['Снять метрики после релиза 4.8'], ['Собрать отзывы после релиза 4.8']],
    [['Заказать иконку для хэллоуина'], ['Заказать перевод на арабский']],
    [['Удалить старые ключи API'], ['Описать API для партнёров']],
    [['Настроить эксперимент с ценой в США'], ['Настроить эксперимент с пробным периодом в США']],
  ],
  decision: [
    [
      ['Buy traffic in Mexico', 'Test budget of 3000 USD in Mexico.'],
      ['Open support in Spanish for Mexico', 'Two people answer tickets from Mexico.'],
    ],
    [
      ['Move the backend to Frankfurt', 'Latency in Europe is too high.'],
      ['Move support to Zendesk', 'Tickets get lost in the mailbox.'],
    ],
    [
      ['Launch a lifetime purchase', 'One-time purchase for 79.99 USD.'],
      ['Launch a student discount', 'Students pay half of the yearly price.'],
    ],
    [
      ['Оставить баннер на главном экране', 'Баннер даёт 12 % дохода.'],
      ['Убрать вкладку магазина с главного экрана', 'Вкладку открывают 1 % пользователей.'],
    ],
    [
      ['Поддерживать Android с версии 9', 'Старых версий меньше 3 %.'],
      ['Поддерживать iPad с версии 16', 'Старых версий меньше 5 %.'],
    ],
    [
      ['Нанять второго дизайнера', 'Очередь задач дизайна четыре недели.'],
      ['Нанять тестировщика', 'Ошибки находят пользователи.'],
    ],
  ],
}
