import type { Translation } from '../translation.ts'

export const canonRule: Translation<'canonRule'> = {
  name: 'Правило канона',
  list: 'Правила канона',
  new: 'Новое правило канона',
  created: 'Правило канона создано.',
  saved: 'Правило канона сохранено.',
  deleteQuestion: 'Удалить правило канона? Оно исчезнет из всех списков, история сохранится.',
  deleted: 'Правило канона удалено.',
  count:
    '{count, plural, one {# правило канона} few {# правила канона} many {# правил канона} other {# правила канона}}',
  moreThan: 'Больше {count, number} правил канона',
  none: 'Правил канона пока нет.',
  noneHere: 'Правил канона пока нет',
  changeSeveral: 'Изменить правила канона',
  mayNotChange: 'Это правило канона вы изменить не можете.',
  changedSeveral:
    '{count, plural, one {Изменено # правило канона} few {Изменены # правила канона} many {Изменено # правил канона} other {Изменено # правила канона}}.',
  about:
    'Правила, по которым управляют портфелем. Агенты доверяют только действующим правилам, которые одобрил администратор.',
  active: 'Действующие',
  notApprovedOnes: 'Не одобренные',
  notApproved: 'Не одобрено',
  approve: 'Одобрить',
  approved: 'Правило канона одобрено.',
  scope: '{scope, select, product {Продукт} direction {Направление} other {Весь портфель}}',
  withdrawApproval: 'Отозвать одобрение',
  withdrawQuestion:
    'Отозвать одобрение этого правила? Агенты не будут ему следовать, пока администратор не одобрит его снова.',
  approvalWithdrawn: 'Одобрение правила канона отозвано.',
  guard: 'Проверка правила',
  guardEffect:
    'Если выполнено условие {condition}, правило {effect, select, warn {сохраняет изменение с предупреждением} refuse {отклоняет изменение} other {делает изменение предложением, если его отправил не администратор}}.',
  noGuard: 'У правила нет проверки: изменения по нему не проверяются.',
  guardFails: 'Проверка не работает. Первый сбой: {time}. {failure}',
  editGuard: 'Изменить проверку',
  addGuard: 'Добавить проверку',
  guardExamples: 'Примеры',
  guardNames: 'Имена',
  guardLanguage:
    'Операторы: {operators}. Функции: <code>has(field)</code> — заполнено ли поле, <code>size</code>, <code>startsWith</code>, <code>endsWith</code>, <code>contains</code>. Поле равно null, если оно не заполнено или относится к записям другого вида; <code>before</code> равно null для новой записи.',
  guardAllNames: 'Все имена и их значения',
  guardNameTable: 'Имена и их значения',
  guardName: 'Имя',
  guardValue: 'Значение',
  guardDay: 'День в виде ГГГГ-ММ-ДД',
  guardBefore: 'Поля <code>after</code> в том виде, в котором они сохранены',
  approvedCaution:
    'Это правило одобрил администратор. Ваше изменение станет предложением: правило действует в прежнем виде, пока администратор не решит.',
  notApprovedCaution:
    '<strong>Не одобрено.</strong> Это правило не действует. Агенты будут ему следовать только после одобрения администратором.',
}
