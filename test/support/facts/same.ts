import type { Pairs } from './pairs.ts'

/** Pairs in which the new record states the same fact as the stored one, in other words. */
export const sameFacts: Pairs = {
  signal: [
    [['Crash spike on Android after 4.2'], ['Crashes on Android 15 spiked after the 4.2 release']],
    [
      [
        'Crashes on Samsung Galaxy S24 doubled within a week',
        'Crashlytics: 2.1 % of sessions, was 1.0 %. Camera screen.',
      ],
      ['Galaxy S24: twice as many crashes this week', 'The camera screen crashes in 2.1 % of sessions.'],
    ],
    [
      ['Trial conversion dropped after the new paywall'],
      ['New paywall lowered trial conversion by 18 %', 'Trial to paid fell from 34 to 28 % since May.'],
    ],
    [
      ['Refund requests are growing in Germany'],
      ['Growth of refund requests from German users', 'Germany: 41 refund requests, 22 last month.'],
    ],
    [
      ['Users complain about weekly subscription price'],
      ['Complaints about the price of the weekly subscription in reviews'],
    ],
    [['App Store rating fell to 4.1'], ['Rating in the App Store fell from 4.5 to 4.1 in two weeks']],
    [
      ['OCR fails on low-light photos', 'Recognition returns an empty text for dark receipts.'],
      [
        'Text recognition is empty for receipts photographed in the dark',
        'OCR returns nothing in low light.',
      ],
    ],
    [['Push notifications do not arrive on Xiaomi'], ['Xiaomi phones receive no push notifications']],
    [
      ['Onboarding: 40 % leave at the camera permission screen'],
      ['Camera permission screen loses 40 percent of users during onboarding'],
    ],
    [
      ['Cost per install doubled in Brazil', 'CPI in Brazil is 0.62 USD, it was 0.31.'],
      ['CPI in Brazil rose to 0.62 USD', 'The cost per install was 0.31 in April.'],
    ],
    [['Падение установок в Германии'], ['Установки в Германии упали на 20 %']],
    [['Приложение вылетает при открытии камеры на Android 14'], ['Вылеты на Android 14 при запуске камеры']],
    [
      ['Рост возвратов по годовой подписке', 'В мае 38 возвратов, в апреле было 17.'],
      ['Годовая подписка: число возвратов выросло вдвое'],
    ],
    [
      ['Пользователи жалуются на навязчивую рекламу'],
      ['Жалобы пользователей на рекламу в отзывах', 'Реклама показывается после каждого сканирования.'],
    ],
    [
      ['Не приходят письма с кодом подтверждения'],
      ['Код подтверждения не приходит на почту', 'Письмо не доходит до адресов mail.ru.'],
    ],
    [['Конверсия из пробного периода в оплату снизилась до 22 %'], ['Снижение конверсии пробного периода']],
    [
      ['Экспорт в PDF теряет страницы'],
      ['При экспорте PDF пропадают страницы', 'В документах длиннее 20 страниц нет последних.'],
    ],
    [['Сканер счетов падает на Android'], ['СКАНЕР СЧЁТОВ падает на Android 15']],
  ],
  insight: [
    [
      [
        'Annual plans retain better than monthly ones',
        'After six months 71 % of annual subscribers are active.',
      ],
      [
        'Retention of annual subscribers is higher than of monthly ones',
        'Annual plan: 71 % active after half a year.',
      ],
    ],
    [
      ['Most installs come from the keyword "qr scanner"', 'It brings 46 % of organic installs.'],
      ['The keyword "qr scanner" brings almost half of the organic installs', '46 % in October.'],
    ],
    [
      ['Students are the largest group of new users', 'In September 52 % of new users are students.'],
      ['Half of our new users are students', 'Survey of September: 52 % study.'],
    ],
    [
      ['Short videos work better than static banners', 'CTR of videos is 2.3 %, of banners 0.9 %.'],
      ['Video ads outperform banners', 'Short videos have a CTR of 2.3 %, static banners of 0.9 %.'],
    ],
    [
      ['Пользователи из Казахстана платят чаще', 'Конверсия в оплату 4,1 % против 2,7 % в среднем.'],
      ['В Казахстане выше доля платящих пользователей', 'Конверсия в оплату там 4,1 %.'],
    ],
    [
      ['Локализация скриншотов повысила конверсию страницы', 'Испания: с 24 до 29 % за месяц.'],
      ['Локализованные скриншоты подняли конверсию страницы в сторе', 'В Испании с 24 до 29 %.'],
    ],
    [
      ['Вечером сканируют чаще, чем утром', 'Пик сканирований с 19 до 22 часов.'],
      ['Пик сканирований приходится на вечер', 'С 19 до 22 часов сканируют втрое чаще.'],
    ],
    [
      ['Duplicate documents fill the cloud storage', 'A third of the stored files are copies.'],
      ['A third of the cloud storage is taken by duplicates of documents', 'Copies of stored files.'],
    ],
  ],
  task: [
    [['Fix the crash on the camera screen'], ['Fix camera screen crash in 4.2.1', 'Check on Galaxy S24.']],
    [['Translate the store page into Spanish'], ['Spanish translation of the store page']],
    [['Answer negative reviews of the last week'], ["Reply to last week's negative reviews"]],
    [
      ['Add event for the tap on "Restore purchases"', 'AppMetrica, both platforms.'],
      ['Track taps on Restore purchases in AppMetrica'],
    ],
    [
      ['Подготовить новые скриншоты для App Store'],
      ['Сделать новые скриншоты App Store', 'Шесть экранов, три языка.'],
    ],
    [
      ['Проверить оплату через СБП'],
      ['Проверка оплаты СБП на Android', 'Оплата через СБП зависает на последнем шаге.'],
    ],
    [['Обновить политику конфиденциальности'], ['Политика конфиденциальности: обновить текст до 1 июня']],
    [['Измерить удержание седьмого дня по странам'], ['Посчитать удержание 7-го дня по странам']],
  ],
  decision: [
    [
      ['Raise the price of the yearly plan to 29.99', 'The yearly plan costs 29.99 USD from June.'],
      ['Yearly plan price goes up to 29.99 USD', 'Raise it from June.'],
    ],
    [
      ['Stop advertising in Brazil', 'Ads in Brazil do not pay back: ROI is 0.6.'],
      ['No more ads in Brazil', 'ROI of advertising in Brazil is 0.6, we stop it.'],
    ],
    [
      ['Freeze the tablet version', 'Tablets are 2 % of the audience.'],
      ['Tablet version is frozen until autumn', 'Only 2 % of the audience uses tablets.'],
    ],
    [
      ['Отказаться от недельной подписки', 'Недельная подписка даёт больше всего возвратов.'],
      ['Убираем недельную подписку', 'По недельной подписке больше всего возвратов.'],
    ],
    [
      ['Перенести запуск в Турции на сентябрь', 'Локализация не готова.'],
      ['Запуск в Турции переносится на сентябрь', 'Не готова локализация.'],
    ],
    [
      ['Включить семейный доступ', 'Семейный доступ просят в каждом десятом отзыве.'],
      ['Семейный доступ для подписки', 'Его просят в каждом десятом отзыве, включаем в 4.5.'],
    ],
  ],
}
