import { type CallToolResult, type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { inputFixtures } from './input-fixtures.ts'

// The tools, resources and prompts that the conformance runner looks for by name. They are added to the server in
// tests only, so that the runner meets the real mount, credential check and SDK configuration.

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const silence = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const image = { type: 'image', data: pixel, mimeType: 'image/png' } as const
const fixture = { description: 'A fixture' }
const text = (text: string) => ({ type: 'text', text }) as const
const embedded = (uri: string) =>
  ({ type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'Embedded.' } }) as const

/** Adds every fixture to a server. */
export function addFixtures(server: McpServer): void {
  contentFixtures(server)
  notifyingFixtures(server)
  inputFixtures(server)
  resourceFixtures(server)
  promptFixtures(server)
}

function contentFixtures(server: McpServer): void {
  const answers: Record<string, CallToolResult> = {
    test_simple_text: { content: [text('A text.')] },
    test_image_content: { content: [image] },
    test_audio_content: { content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }] },
    test_embedded_resource: { content: [embedded('test://embedded-resource')] },
    test_multiple_content_types: { content: [text('Several.'), image, embedded('test://mixed')] },
    test_error_handling: { content: [text('This tool always fails.')], isError: true },
  }
  for (const [name, answer] of Object.entries(answers)) server.registerTool(name, fixture, async () => answer)
}

function notifyingFixtures(server: McpServer): void {
  server.registerTool('test_tool_with_progress', fixture, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    if (progressToken !== undefined)
      for (const progress of [0, 50, 100])
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        })
    return { content: [text('Done.')] }
  })
  for (const name of ['test_tool_with_logging', 'test_logging_tool'])
    server.registerTool(name, fixture, async ({ mcpReq }) => {
      for (const message of ['Started.', 'Continuing.', 'Done.']) await mcpReq.log('info', message)
      return { content: [text('Logged.')] }
    })
}

function resourceFixtures(server: McpServer): void {
  const { server: protocol } = server
  server.registerResource(
    'static-text',
    'test://static-text',
    { mimeType: 'text/plain' },
    async ({ href }) => ({
      contents: [{ uri: href, mimeType: 'text/plain', text: 'A text.' }],
    }),
  )
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { mimeType: 'image/png' },
    async ({ href }) => ({
      contents: [{ uri: href, mimeType: 'image/png', blob: pixel }],
    }),
  )
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    async ({ href }, { id }) => ({
      contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify({ id }) }],
    }),
  )
  server.registerResource('watched', 'test://watched-resource', {}, async ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'Watched.' }],
  }))
  protocol.registerCapabilities({ logging: {}, resources: { subscribe: true, listChanged: false } })
  protocol.setRequestHandler('resources/subscribe', async () => ({}))
  protocol.setRequestHandler('resources/unsubscribe', async () => ({}))
  protocol.setRequestHandler('logging/setLevel', async () => ({}))
}

function promptFixtures(server: McpServer): void {
  const userMessage = (
    ...content: (ReturnType<typeof text> | ReturnType<typeof embedded> | typeof image)[]
  ) => ({
    messages: content.map((content) => ({ role: 'user' as const, content })),
  })
  server.registerPrompt('test_simple_prompt', fixture, () => userMessage(text('A prompt.')))
  server.registerPrompt(
    'test_prompt_with_arguments',
    { ...fixture, argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => userMessage(text(`arg1='${arg1}', arg2='${arg2}'`)),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { ...fixture, argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => userMessage(embedded(resourceUri), text('Read it.')),
  )
  server.registerPrompt('test_prompt_with_image', fixture, () => userMessage(image, text('Look at it.')))
}
