import { daysFromToday } from '../../record/rules/day.ts'
import type { AgentProposal } from './agent-story.ts'

/** What the support agent proposed: much of it is rejected or edited. */
export const supportProposals: AgentProposal[] = [
  {
    ago: 68,
    operation: 'create_task',
    product: 'Сканер QR',
    body: { title: 'Answer the letters about cans', priority: 'low', due_at: daysFromToday(-60) },
    reason: 'Eleven letters wait.',
    fate: { ago: 67, status: 'applied', edited: { status: 'done', owner: 'Anna' } },
  },
  {
    ago: 61,
    operation: 'create_task',
    product: 'Flashlight One',
    body: { title: 'Rewrite the help page', priority: 'critical' },
    reason: 'Two letters did not understand it.',
    fate: {
      ago: 60,
      status: 'rejected',
      note: 'Two letters in a month. The page is read by nine thousand.',
    },
  },
  {
    ago: 47,
    operation: 'create_task',
    product: 'Family Radar',
    body: { title: 'Ask the vendor about battery saving', priority: 'high' },
    reason: 'Twelve of fourteen letters name one vendor.',
    fate: { ago: 46, status: 'applied', edited: { owner: 'Petr', status: 'done', priority: 'medium' } },
  },
  {
    ago: 41,
    operation: 'create_task',
    product: 'Seven Minute Coach',
    body: { title: 'Pounds instead of kilograms', priority: 'critical', due_at: daysFromToday(-38) },
    reason: 'Eight letters.',
    fate: {
      ago: 39.5,
      status: 'rejected',
      note: 'Not in three days, and not before the prices are tested.',
    },
  },
  {
    ago: 36,
    operation: 'record_decision',
    product: 'Не курю',
    body: {
      title: 'Показывать сумму в валюте магазина',
      decision_type: 'develop',
      owner: 'Anna',
      decision: 'Сумма показывается в той валюте, в которой человек платит в магазине.',
      review_at: daysFromToday(34),
    },
    reason: 'Три письма за неделю.',
    fate: { ago: 21, status: 'expired' },
  },
  {
    ago: 30,
    operation: 'record_decision',
    product: 'Deep Sleep Sounds',
    body: {
      title: 'Stop the stories until locking works',
      decision_type: 'stop',
      owner: 'Marina',
      decision: 'Take the stories out of the next release.',
      review_at: daysFromToday(20),
    },
    reason: 'Letters about stories are the most frequent ones.',
    fate: {
      ago: 29,
      status: 'rejected',
      note: 'They are the most frequent because stories are used most.',
    },
  },
  {
    ago: 18,
    operation: 'record_decision',
    product: 'Family Radar',
    body: {
      title: 'Explain a change of number in the app',
      decision_type: 'stabilize',
      owner: 'Marina',
      decision: 'Two sentences and a button where the second phone is missing.',
      review_at: daysFromToday(45),
    },
    reason: 'The same question every week.',
    fate: {
      ago: 17,
      status: 'applied',
      edited: { decision: 'A button where the second phone is missing. The sentences come after a test.' },
    },
  },
  {
    ago: 13,
    operation: 'create_task',
    product: 'Сканер QR',
    body: { title: 'Подготовить ответ о втором телефоне', priority: 'medium' },
    reason: 'Шесть писем об одном.',
    fate: { ago: 12.5, status: 'withdrawn' },
  },
  {
    ago: 4,
    operation: 'create_task',
    product: 'Deep Sleep Sounds',
    body: { title: 'Collect the phones on which stories stop', priority: 'high' },
    reason: 'Nine letters since release 3.4.',
    fate: { ago: 1.1, status: 'changes_wanted', note: 'Name the vendors that the letters name.' },
  },
  {
    ago: 1.2,
    operation: 'create_task',
    product: 'Seven Minute Coach',
    body: { title: 'Find the workouts in which two trainers speak', priority: 'medium' },
    reason: 'Three recordings came with the letters.',
  },
]
