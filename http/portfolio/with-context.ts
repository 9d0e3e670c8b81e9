import type { FastifyRequest } from 'fastify'
import { answerKeys, type RoutedKind } from '../../src/portfolio/kinds.ts'
import { contextPlace, type PlaceContext, readContexts } from '../../src/portfolio/place-context.ts'

/** An answer with a record under the name of its kind. */
type Answer = { [name: string]: unknown }

/** Returns the function that adds the context of its record to the answer of a dry run. */
export function withContext(request: FastifyRequest, kind: RoutedKind) {
  return async (answer: Answer) => {
    const [context] = await contextsOf(request, [{ kind, answer }])
    return { ...answer, context }
  }
}

/** Returns the context of the record of each answer. A caller without read access gets empty ones. */
export async function contextsOf(
  { mayReadResult, server }: FastifyRequest,
  answers: { kind: RoutedKind; answer: Answer }[],
): Promise<PlaceContext[]> {
  const empty = answers.map((): PlaceContext => ({ rules: [], decisions: [], signals: [] }))
  if (!mayReadResult) return empty
  const places = answers.map(({ kind, answer }) => contextPlace(kind, answer[answerKeys(kind).one] as object))
  // What stands beside an answer does not fail it.
  return readContexts(server.read, places).catch(() => empty)
}
