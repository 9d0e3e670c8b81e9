import type { AgentStory, AgentWrite, LaterWrite } from './agent-story.ts'
import { dismissalRule } from './canon.ts'
import { supportProposals } from './support-proposals.ts'

const hour = 1 / 24

const dismissed = (ago: number, resolution: string): LaterWrite => ({
  ago,
  by: 'agent',
  operation: 'change_signal',
  body: { status: 'dismissed', resolution },
})
const reopened = (ago: number): LaterWrite => ({
  ago,
  by: 'person',
  operation: 'change_signal',
  body: { status: 'open' },
})

const signal = (
  ago: number,
  product: string,
  [title, body]: [string, string],
  ...later: LaterWrite[]
): AgentWrite => ({
  ago,
  operation: 'record_signal',
  product,
  body: { title, body, signal_type: 'problem', source_layer: 'support', severity: 'low' },
  later,
})

// The signals that a person opened again this morning, and how many hours ago.
const wronglyDismissed: AgentWrite[] = [
  signal(
    16,
    'Family Radar',
    ['Second phone is not found after a change of number', 'Four letters in a week.'],
    dismissed(3.1, 'Few letters, no trend.'),
    reopened(0.9 * hour),
  ),
  signal(
    14,
    'Сканер QR',
    ['Подписка не восстанавливается на втором телефоне', 'Шесть писем за неделю, все с Android.'],
    dismissed(3, 'Few letters, no trend.'),
    reopened(0.85 * hour),
  ),
  signal(
    12,
    'Deep Sleep Sounds',
    ['Stories stop when the screen is locked', 'Nine letters since release 3.4.'],
    dismissed(2.6, 'Few letters, no trend.'),
    reopened(0.8 * hour),
  ),
  signal(
    10,
    'Seven Minute Coach',
    ['Two trainers speak at once', 'Three letters with a recording.'],
    dismissed(2.2, 'Few letters, no trend.'),
    reopened(0.75 * hour),
  ),
  signal(
    9,
    'Не курю',
    ['Счётчик сбрасывается после смены часового пояса', 'Пять писем из поездок.'],
    dismissed(1.4, 'Few letters, no trend.'),
    reopened(0.7 * hour),
  ),
]

/** An agent whose proposals are often rejected or edited, and whose dismissals a person has undone. */
export const support: AgentStory = {
  token: { name: 'support digest', abilities: ['read', 'propose'], direct: ['signal'] },
  writes: [
    signal(
      80,
      'Flashlight One',
      ['A fifth of the letters ask how to switch it off', 'The button is under the banner on small screens.'],
      dismissed(70, 'Release 3.3 moved the button.'),
    ),
    signal(
      71,
      'Сканер QR',
      ['Codes on cans are read at the third try', 'Eleven letters, all about curved labels.'],
      dismissed(60, 'Release 5.0 reads them.'),
    ),
    signal(
      63,
      'Deep Sleep Sounds',
      ['Просят таймер на два часа', 'Семь писем за месяц.'],
      dismissed(50, 'The timer of release 3.2 has three hours.'),
    ),
    signal(
      54,
      'Family Radar',
      ['The battery empties by noon', 'Fourteen letters, twelve of them from one vendor.'],
      { ago: 44, by: 'agent', operation: 'change_signal', body: { severity: 'medium' } },
    ),
    signal(42, 'Seven Minute Coach', ['Kilograms only', 'Eight letters ask for pounds.']),
    signal(27, 'Не курю', ['Сумма считается в долларах', 'Три письма из Казахстана.']),
    ...wronglyDismissed,
    signal(
      6,
      'PDF Pocket',
      ['Testers cannot find the sent file again', 'Four of twelve asked where it is.'],
      { ...dismissed(0.4 * hour, 'Few letters, no trend.'), heldBy: dismissalRule },
    ),
  ],
  proposals: supportProposals,
}
