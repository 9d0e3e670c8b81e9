import type { Translation } from '../translation.ts'

export const reference: Translation<'reference'> = {
  noRecord:
    '{type, select, signal {Сигнала № {id} нет.} insight {Вывода № {id} нет.} economics {Сводки экономики № {id} нет.} decision {Решения № {id} нет.} task {Задачи № {id} нет.} other {Записи № {id} нет.}}',
  appOfOtherProduct: 'Приложение относится к другому продукту.',
  appInOtherDirection: 'Приложение относится к другому направлению.',
  productInOtherDirection: 'Продукт относится к другому направлению.',
  productIsPinned: 'Правило канона № {id} закрепляет продукт за его направлением.',
  productRequired:
    'Подтвердить можно только с продуктом. Заполните поле «{product}» или выберите другой статус.',
  decisionOnOtherProduct: 'Решение принято о другом продукте.',
  decisionOnOtherApp: 'Решение принято о другом приложении.',
  decisionOnOtherDirection: 'Решение принято о другом направлении.',
  productOfDecisionInOtherDirection: 'Продукт решения относится к другому направлению.',
  decisionRestsOnItself: 'Решение не может быть своим же основанием.',
  taskBlocksItself: 'Задача не может ждать саму себя.',
  taskWaitsForThis: 'Задача № {id} ждёт эту задачу.',
  taskIsFinished: '{status, select, cancelled {Задача № {id} отменена.} other {Задача № {id} уже готова.}}',
  strategyOfOtherCompany: 'Стратегия относится к другой компании.',
  archivedByAction: 'Чтобы убрать приложение в архив, используйте действие «В архив».',
  noToken: 'Токена портфеля № {id} нет.',
  tokenIsRevoked: 'Токен «{name}» отозван.',
  tokenHasExpired: 'Срок токена «{name}» истёк.',
  tokenMayNotWrite: 'У токена «{name}» нет права писать и предлагать.',
  severalUsers: 'Это имя есть у нескольких пользователей: {names}.',
  noPerson: 'Нет ни пользователя с таким именем или почтой, ни записи, где это указано.',
  noUser: 'Незаблокированного пользователя с таким именем, почтой или номером нет.',
}
