import { z } from 'zod'
import { DirectionItem, listDirections } from '../../src/portfolio/direction/read.ts'
import { commonAnswerFields } from '../answer-fields.ts'
import { tool } from '../tool.ts'

export const directionTool = tool({
  name: 'list_directions',
  title: 'List directions',
  description:
    'Areas of business that products belong to, with counts and canonical slugs. Call it before you create a product or an app without a product: the direction must exist.',
  input: z.strictObject({}),
  output: z.strictObject({
    ...commonAnswerFields,
    directions: z.array(DirectionItem),
    reference: z.strictObject({ canonical_direction_slugs: z.array(z.string()) }),
  }),
  async find({ reads }) {
    const { readReplica: read } = await reads()
    const { directions, reference } = await listDirections(read)
    return {
      server: { reference },
      stored: { directions },
      next: ({ directions: shownCount = 0 }) =>
        shownCount < directions.length
          ? 'Some directions were left out. Call GET /api/portfolio/directions for all of them.'
          : undefined,
    }
  },
})
