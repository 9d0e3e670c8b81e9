import { kinds, routedKinds } from '../../src/portfolio/kinds.ts'
import { capitalize, inWords } from './labels.ts'

type Tag = { name: string; description: string }

/** The tags of the document with their descriptions, grouped and in the order in which they are displayed. */
const groups: { name: string; tags: Tag[] }[] = [
  {
    name: 'Portfolio',
    tags: [
      {
        name: 'Portfolio',
        description:
          'The portfolio at a glance, its directions, the search, the reference of enumerations and the change feed.',
      },
      ...routedKinds.map((kind) => ({
        name: capitalize(inWords(kinds[kind].table)),
        description: kinds[kind].about,
      })),
      {
        name: 'Proposals',
        description: 'Writes that wait for a person, who approves or rejects them in the web interface.',
      },
    ],
  },
  {
    name: 'Operations',
    tags: [
      { name: 'Access tokens', description: 'Tokens of a user for the operations API.' },
      { name: 'Applications', description: 'Applications of the company, their archive, notes and history.' },
      { name: 'Companies', description: 'Companies that applications, contacts and strategies belong to.' },
      { name: 'Contacts', description: 'Contacts of the company and their conversations with assistants.' },
      { name: 'Strategies', description: 'Promotion strategies of companies and applications.' },
      { name: 'Keywords', description: 'Search keywords of a strategy.' },
      { name: 'Analytics', description: 'Clicks by day, application and company.' },
      { name: 'Dashboard', description: 'Totals, problems that need attention, and what to work on next.' },
      { name: 'Request log', description: 'Requests to the APIs and to MCP.' },
    ],
  },
  {
    name: 'Assistants',
    tags: [
      { name: 'Services', description: 'Services that improvements, tasks and bugs belong to.' },
      { name: 'Improvements', description: 'Improvements proposed for services.' },
      { name: 'Service tasks', description: 'Tasks of services, improvements and agents.' },
      { name: 'Bugs', description: 'Bugs of services.' },
      { name: 'Agents', description: 'Agents under whose names bots log conversations.' },
      {
        name: 'Bots',
        description: 'Endpoints for bots. A credential is required only if `BOT_TOKEN` is set.',
      },
    ],
  },
  {
    name: 'Health',
    tags: [{ name: 'Health', description: 'Probes for load balancers and orchestrators.' }],
  },
]

/** The `tags` of the document. */
export const tags = groups.flatMap((group) => group.tags)

/** The `x-tagGroups` of the document: an extension that API references use for navigation. */
export const tagGroups = groups.map((group) => ({
  name: group.name,
  tags: group.tags.map((tag) => tag.name),
}))
