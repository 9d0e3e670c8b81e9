import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

/** Signs the state that a fixture stores with the client between two rounds. */
export const sealed = createRequestStateCodec<{ round: number }>({ key: 'k'.repeat(32) })

const Named = z.object({ name: z.string() })
const name = inputRequired.elicit({ message: 'What is your name?', requestedSchema: Named })
const ok = inputRequired.elicit({
  message: 'Is that correct?',
  requestedSchema: z.object({ ok: z.boolean() }),
})
const question = (text: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 100,
  })
const done = { content: [{ type: 'text' as const, text: 'state-ok' }] }
const fixture = { description: 'A fixture' }

/** Registers tools and a prompt that need input from the client before they answer. */
export function inputFixtures(server: McpServer): void {
  server.registerTool('test_input_required_result_elicitation', fixture, async (context) =>
    acceptedContent(context.mcpReq.inputResponses, 'user_name', Named)
      ? done
      : inputRequired({ inputRequests: { user_name: name } }),
  )
  registerAsking(server, 'test_input_required_result_sampling', {
    capital_question: question('What is the capital?'),
  })
  registerAsking(server, 'test_input_required_result_list_roots', { client_roots: inputRequired.listRoots() })
  registerAsking(server, 'test_missing_capability', { question: question('Anything?') })
  registerAsking(server, 'test_streaming_elicitation', { user_name: name })
  registerAsking(server, 'test_input_required_result_request_state', { confirm: ok }, true)
  registerAsking(server, 'test_input_required_result_tampered_state', { confirm: ok }, true)
  const several = { user_name: name, greeting: question('Greet!'), client_roots: inputRequired.listRoots() }
  registerAsking(server, 'test_input_required_result_multiple_inputs', several, true)
  server.registerTool('test_input_required_result_multi_round', fixture, async ({ mcpReq }) => {
    const { round = 0 } = mcpReq.requestState<{ round: number }>() ?? {}
    if (round === 2 && acceptedContent(mcpReq.inputResponses, 'step2')) return done
    const next = round > 0 && acceptedContent(mcpReq.inputResponses, 'step1') ? 2 : 1
    return inputRequired({
      inputRequests: { [`step${next}`]: name },
      requestState: await sealed.mint({ round: next }),
    })
  })
  server.registerTool('test_input_required_result_capabilities', fixture, async ({ mcpReq }) => {
    const envelope = mcpReq.envelope as Record<string, Record<string, unknown>> | undefined
    const able = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {}
    return inputRequired({
      inputRequests: {
        ...(able.sampling !== undefined && { greeting: question('Greet!') }),
        ...(able.elicitation !== undefined && { user_name: name }),
      },
    })
  })
  server.registerPrompt('test_input_required_result_prompt', fixture, async ({ mcpReq }: ServerContext) => {
    const context = acceptedContent(mcpReq.inputResponses, 'user_context')
    if (!context) return inputRequired({ inputRequests: { user_context: name } })
    return { messages: [{ role: 'user' as const, content: done.content[0] as (typeof done.content)[0] }] }
  })
}

// Registers a tool that requests all its inputs, and again until every one was sent.
function registerAsking(
  server: McpServer,
  tool: string,
  inputRequests: InputRequests,
  hasState = false,
): void {
  server.registerTool(tool, fixture, async ({ mcpReq }) => {
    const keys = Object.keys(inputRequests)
    if (keys.every((key) => inputResponse(mcpReq.inputResponses, key).kind !== 'missing')) return done
    return inputRequired({
      inputRequests,
      ...(hasState && { requestState: await sealed.mint({ round: 1 }) }),
    })
  })
}
