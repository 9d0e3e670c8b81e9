import { z } from 'zod'
import { listDirections } from '../../src/portfolio/direction/read.ts'

import { tool } from '../tool.ts'

export const listDirectionsTool = tool({
  name: 'list_directions',
  title: 'List directions',
  description:
    'Areas of business, with counts and canonical slugs. Call it before you create a product, or an app without one: the direction must exist, and no API creates one.',
  input: z.strictObject({}),
  async find({ reads }) {
    const { readReplica: read } = await reads()
    const { directions, reference, not_stored, next } = await listDirections(read)
    return {
      server: { reference, not_stored },
      stored: { directions },
      maxTextBytes: 1000,
      next: ({ directions: shownCount = 0 }) =>
        shownCount < directions.length
          ? 'Some directions were left out. Call GET /api/portfolio/directions for all of them.'
          : next,
    }
  },
})
