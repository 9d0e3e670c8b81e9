import type { Translation } from '../translation.ts'

export const digest: Translation<'digest'> = {
  title: 'portfolio-ops, {day}',
  nothing: 'Ничто не требует внимания.',
  problems: 'Требует внимания:',
  firstProblems: 'Требует внимания ({shown, number} из {total, number}):',
  allProblems: 'Всё: {url}',
  critical: 'критично',
  high: 'высокая важность',
  medium: 'средняя важность',
  low: 'низкая важность',
  noProposal: 'Ни одно предложение не ждёт решения.',
  proposals:
    '{waiting, plural, one {Ждёт решения # предложение} few {Ждут решения # предложения} many {Ждут решения # предложений} other {Ждут решения # предложения}}.',
  expiringProposals:
    '{waiting, plural, one {Ждёт решения # предложение} few {Ждут решения # предложения} many {Ждут решения # предложений} other {Ждут решения # предложения}}, из них {expiring, plural, one {# истекает} few {# истекают} many {# истекают} other {# истекают}} в течение суток.',
  noAgentChange: 'За последние 24 часа агенты ничего не изменили.',
  agentChanges: 'Изменения агентов за последние 24 часа:',
  firstAgentChanges: 'Изменения агентов за последние 24 часа ({shown, number} из {total, number}):',
  lastWeek: 'Прошедшая неделя: {url}',
}
