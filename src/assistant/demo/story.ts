import type { NewAgent } from '../agent/agent.ts'
import type { NewBug } from '../bug/bug.ts'
import type { Exchange } from '../conversation/message.ts'
import type { NewImprovement } from '../improvement/improvement.ts'
import type { NewService } from '../service/service.ts'
import type { NewServiceTask } from '../service-task/service-task.ts'

type Chapter = {
  service: NewService
  improvements: (NewImprovement & { task: NewServiceTask })[]
  bugs: NewBug[]
}

/** The services of the demonstration data. */
export const story: Chapter[] = [
  {
    service: {
      name: 'Landing pages',
      description: 'A page for each product, in nine languages.',
      url: 'https://pages.studio.example',
      owner: 'Anna Petrova',
    },
    improvements: [
      {
        title: 'Show prices in the local currency',
        status: 'in-progress',
        priority: 'high',
        proposed_by: 'sales-bot',
        task: { title: 'Take rates from the bank once a day', status: 'in-progress', assignee: 'Boris Lee' },
      },
      {
        title: 'Put the store badges above the fold',
        status: 'done',
        task: { title: 'Move the badges', status: 'done', assignee: 'Anna Petrova' },
      },
    ],
    bugs: [
      {
        title: 'The form loses its text on going back',
        steps: '1. Open the form.\n2. Type a question.\n3. Go back and forth.',
        severity: 'high',
        status: 'confirmed',
        reported_by: 'support',
      },
    ],
  },
  {
    service: {
      name: 'Review digest',
      description: 'Sums up store reviews every morning.',
      repo_url: 'https://git.studio.example/review-digest',
      owner: 'Boris Lee',
    },
    improvements: [
      {
        title: 'Tell complaints about prices from those about failures',
        status: 'planned',
        task: { title: 'Collect a hundred examples of each', priority: 'medium' },
      },
    ],
    bugs: [
      { title: 'Reviews with flags only are counted as empty', severity: 'low' },
      { title: 'The digest came twice on Sunday', status: 'fixed', reported_by: 'Anna Petrova' },
    ],
  },
]

/** The conversations of the demonstration data. */
export const conversation: { agent: NewAgent; exchanges: Exchange[] } = {
  agent: {
    name: 'sales-bot',
    title: 'Answers questions about prices',
    description: 'Runs in a messenger and logs here.',
    model: 'small',
  },
  exchanges: [
    {
      contact_id: 'demo-1001',
      contact_name: 'Vera',
      user_text: 'How much is the QR scanner without advertising?',
      assistant_text: 'It is 2.99 a month, or 14.99 a year.',
    },
    {
      contact_id: 'demo-1001',
      user_text: 'And for two phones?',
      assistant_text: 'The same: one subscription serves all the phones of one account.',
    },
    {
      contact_id: 'demo-1002',
      contact_name: 'Tom',
      user_text: 'The scanner does not read codes from the gallery.',
      assistant_text: 'Thank you, I have passed that on. An update is planned for this week.',
    },
  ],
}
