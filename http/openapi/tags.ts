import { kinds as assistantKinds } from '../../src/assistant/kinds.ts'
import { kinds as operationsKinds } from '../../src/operations/kinds.ts'
import { kinds, routedKinds } from '../../src/portfolio/kinds.ts'
import { tagsOf } from '../routes/record-kind.ts'
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
      ...tagsOf(operationsKinds),
      { name: 'Analytics', description: 'Clicks by day, application and company.' },
      { name: 'Dashboard', description: 'Totals, problems that need attention, and what to work on next.' },
      { name: 'Request log', description: 'Requests to the APIs and to MCP.' },
    ],
  },
  {
    name: 'Assistants',
    tags: [
      ...tagsOf(assistantKinds),
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
