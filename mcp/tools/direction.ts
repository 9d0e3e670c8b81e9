import { z } from 'zod'
import { listDirections } from '../../src/portfolio/direction/read.ts'
import { fullArgument } from '../argument.ts'
import { fullTextBytes } from '../size-limit.ts'
import { tool } from '../tool.ts'

export const listDirectionsTool = tool({
  name: 'list_directions',
  title: 'List directions',
  description:
    'Areas of business that products belong to, with counts and canonical slugs. Call it before you create a product or an app without a product: the direction must exist, and no API creates one.',
  input: z.strictObject({ full: fullArgument }),
  async find({ reads }, { full }) {
    const { readReplica: read } = await reads()
    const { directions, reference, not_stored, next } = await listDirections(read)
    return {
      server: { reference, not_stored },
      stored: { directions },
      ...(full && { maxTextBytes: fullTextBytes }),
      next: ({ directions: shownCount = 0 }) =>
        shownCount < directions.length
          ? 'Some directions were left out. Call GET /api/portfolio/directions for all of them.'
          : next,
    }
  },
})
