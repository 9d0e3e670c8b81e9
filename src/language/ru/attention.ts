import type { Translation } from '../translation.ts'

export const attention: Translation<'attention'> = {
  noOwner: '«{name}»: нет ответственного',
  noClicks: '«{name}»: семь дней без кликов',
  lostClicks: '«{name}»: кликов за неделю на {percent}\u00A0% меньше',
  shouldHaveEnded: '«{name}»: срок стратегии прошёл {day}',
  rejectedClicks:
    '«{name}»: {count, plural, one {# отклонённый клик} few {# отклонённых клика} many {# отклонённых кликов} other {# отклонённого клика}}',
  itHadNoClicks: 'Семь дней без кликов',
  itLostClicks: 'Кликов за неделю на {percent}\u00A0% меньше',
  itShouldHaveEnded: 'Срок прошёл {day}',
  itEnds: 'Срок {day}',
}
