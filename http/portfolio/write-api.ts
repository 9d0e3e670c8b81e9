import { z } from 'zod'
import type { Caller } from '../../src/access/caller.ts'
import { Identity, identityOf } from '../../src/access/identity.ts'
import {
  describeWrite,
  indexWrites,
  nearestOperations,
  writeOperations,
} from '../../src/portfolio/write-api/guide.ts'
import { Fault } from '../../src/record/fault.ts'
import type { Server } from '../server/server.ts'
import { message } from './response.ts'

const operation = z
  .string()
  .max(100)
  .meta({ description: 'Name of a write', examples: ['record_signal'] })
const line = { operation, method: z.string(), path: z.string() }
const headers = z.record(z.string(), z.string()).describe('Headers to send, with their values')

const WriteIndex = z.object({
  message,
  base_url: z.string(),
  you: Identity,
  headers,
  notes: z.array(z.string()).describe('What holds for all writes'),
  operations: z.array(z.object({ ...line, required: z.array(z.string()).describe('Required fields') })),
})

const WriteGuide = z.object({
  message,
  ...line,
  description: z.string().optional(),
  headers,
  body_schema: z.record(z.string(), z.unknown()).describe('JSON schema of the body'),
  enumerations: z
    .record(z.string(), z.record(z.string(), z.string()))
    .describe('The meaning of each value, by the name of the field'),
  read_first: z
    .string()
    .optional()
    .describe('For a change: a command that reads the record, with the etag that curl sends as If-Match'),
  curl: z.string().describe('A command that sends the write, complete but for the names of your records'),
})

/** Registers the routes that say how to write, as the MCP tool `describe_write_api` does. */
export function writeApiRoutes(app: Server): void {
  app.get(
    '/write-api',
    {
      schema: {
        operationId: 'listWrites',
        tags: ['Portfolio'],
        summary: 'List writes',
        description:
          'Returns every write of the portfolio with its required fields, the base URL, and who the token is.',
        response: { 200: WriteIndex },
      },
    },
    async ({ caller }) => ({
      message: 'Writes found.',
      // `guard` has rejected a request without a caller.
      you: identityOf(caller as Caller),
      ...indexWrites(app.config.PUBLIC_URL),
    }),
  )

  app.get(
    '/write-api/:operation',
    {
      schema: {
        operationId: 'describeWrite',
        tags: ['Portfolio'],
        summary: 'Describe a write',
        description:
          'Returns method, path, headers, JSON schema of the body, the meanings of values and a command. An unknown operation is 404, and `next` names the nearest ones.',
        params: z.object({ operation }),
        response: { 200: WriteGuide },
      },
    },
    async ({ params }) => {
      const known = writeOperations.find((name) => name === params.operation)
      if (known) return { message: 'Write found.', ...describeWrite(known, app.config.PUBLIC_URL) }
      const nearest = nearestOperations(params.operation).join(', ')
      const next = `Nearest: ${nearest}. GET /api/portfolio/write-api lists all operations.`
      throw new Fault('not_found', undefined, undefined, { next })
    },
  )
}
