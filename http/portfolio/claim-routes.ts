import { recordEtag } from '../../src/portfolio/records.ts'
import { claimWrites } from '../../src/portfolio/task/claim-writes.ts'
import { readTask } from '../../src/portfolio/task/read.ts'
import { Task } from '../../src/portfolio/task/task.ts'
import { idKey } from '../routes/resource.ts'
import { WriteQuery } from '../routes/run-write.ts'
import { respondChanged } from '../routes/write.ts'
import type { Server } from '../server/server.ts'
import { recordResponse } from './response.ts'

const { claim } = Task.shape
const response = { 200: recordResponse('task', Task).extend({ claim }) }

/** Registers the routes by which an agent claims a task and ends its claim. A claim is never a proposal. */
export function claimRoutes(app: Server): void {
  for (const { name, participle } of actions) {
    const { method, path, summary, description, body, run } = claimWrites[name]
    app.route({
      method,
      url: path.replace('{id}', ':id'),
      config: { conditional: true },
      schema: {
        operationId: name === 'claim_task' ? 'claimTask' : 'releaseTask',
        tags: ['Tasks'],
        summary,
        description,
        params: idKey.params,
        querystring: WriteQuery,
        body,
        response,
      },
      handler: (request, reply) => {
        const id = idKey.from(request.params)
        const { dry_run } = request.query as { dry_run: boolean }
        return respondChanged(
          request,
          reply,
          async (em, actor, precondition) => {
            const { record, ...rest } = await run(em, actor, id, {}, precondition)
            return { etag: recordEtag('task', record), task: record, ...rest }
          },
          {
            message: `Task ${dry_run ? 'would be ' : ''}${participle}.`,
            currentEtag: async (read) => recordEtag('task', await readTask(read, id)),
            set: ['claim'],
          },
        )
      },
    })
  }
}

const actions = [
  { name: 'claim_task', participle: 'claimed' },
  { name: 'release_task', participle: 'released' },
] as const
