import { type Answer, makeWorld, type World } from './world.ts'

/** The LLM key of the environment, which `send` uses. */
export const llmKey = 'test-llm-key-of-the-environment'

/** Creates a world whose requests have the LLM key by default. */
export async function makeAssistantWorld(
  environment: Record<string, string> = {},
  overrides: Parameters<typeof makeWorld>[1] = {},
): Promise<World> {
  const own = { LLM_API_KEYS: llmKey, BOT_RATE_LIMIT_PER_MINUTE: '100000' }
  const world = await makeWorld({ ...own, ...environment }, overrides)
  return {
    ...world,
    send: (method, path, body, headers = {}) =>
      world.send(method, path, body, { 'x-llm-key': llmKey, ...headers }),
  }
}

/** Creates a record and returns it. */
export async function make(world: World, path: string, body: object): Promise<Answer['body']> {
  const answer = await world.send('POST', path, body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}
