import { z } from 'zod'
import { DirectionItem, listDirections } from '../../src/portfolio/direction/read.ts'
import { commonAnswer } from '../argument.ts'
import { tool } from '../tool.ts'

export const directionTool = tool({
  name: 'list_directions',
  title: 'List directions',
  description:
    'The fields of business that products belong to, with counts and the canonical slugs. Read it before you create a product or a disputed app: its direction must be one stored here.',
  input: z.strictObject({}),
  output: z.strictObject({
    ...commonAnswer,
    directions: z.array(DirectionItem),
    reference: z.strictObject({ canonical_direction_slugs: z.array(z.string()) }),
  }),
  async find({ reads }) {
    const { readReplica: read } = await reads()
    const found = await listDirections(read)
    return {
      content: found,
      next: ({ directions = 0 }) =>
        directions < found.directions.length
          ? 'Not all directions had room: GET /api/portfolio/directions has them all.'
          : undefined,
    }
  },
})
