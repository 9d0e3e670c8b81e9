import type { Translation } from '../translation.ts'

export const warning: Translation<'warning'> = {
  oldName: 'Вместо старого имени «{old}» взято нынешнее: «{current}».',
  dayInPast: 'Дата {day} в поле «{field}» уже прошла.',
  periodInFuture: 'Дата {day} в поле «{field}» ещё не наступила. Экономика показывает, как прошёл период.',
  recordIsRetracted:
    '{type, select, insight {Вывод № {id} снят.} economics {Сводка экономики № {id} снята.} other {Запись № {id} снята.}}',
  resolutionRemoved: 'Поле «{field}» очищено: сигнал снова не закрыт.',
  blockerRemoved:
    '{status, select, done {Задача готова} cancelled {Задача отменена} other {Задача в работе}}, поэтому поле «{field}» очищено. Было: {blocker}.',
  blockerKept: 'Поле «{field}» всё ещё заполнено: {blocker}. Если задача ничего не ждёт, очистите его.',
  blockerTask: 'задача № {id}',
  blockerText: '«{text}»',
  blockedWithoutReason:
    'Задача ждёт, но не указано чего. Укажите в поле «{field}» номер задачи или другую причину.',
  claimEnds: 'Задача больше не занята агентом «{name}».',
  claimedUntil: 'До {time} над задачей работает агент «{name}».',
  claimedUntilDay: 'До {day}, {time} над задачей работает агент «{name}».',
  namedRecord: '№ {id} «{title}»',
  openTasks: 'Задачи отменённого решения остались открытыми: {tasks}.',
  noteRemoved: 'Вместе с итогом очищено поле «{field}».',
  outcomeContradicts:
    '{outcome, select, met {Поле «{field}»: измерения говорят обратное, ни одно ожидание не сбылось.} other {Поле «{field}»: измерения говорят обратное, все ожидания сбылись.}}',
  criticalSignals:
    'У продукта есть незакрытые критичные сигналы: {signals}. Закройте или отклоните их либо измените решение.',
}
