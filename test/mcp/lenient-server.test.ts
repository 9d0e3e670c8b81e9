import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyClient, connections } from './client.ts'
import { fill, makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
await fill(world)

describe.each(Object.entries(connections))('%s', (_name, connect) => {
  let client: AnyClient
  beforeAll(async () => {
    client = await connect(world)
  })
  afterAll(() => client?.close())

  const refusal = (asked: Promise<unknown>) =>
    asked.then(
      () => expect.fail('answered'),
      ({ code, message }) => ({ code, message }),
    )

  it.each([[null], ['']])('takes %j for no arguments', async (sent) => {
    const { structuredContent } = await client.callTool({ name: 'list_products', arguments: sent })
    expect(structuredContent.products).toHaveLength(2)
    const { messages } = await client.getPrompt({ name: 'record_signal', arguments: sent })
    expect(messages[0].content.text).toContain('ask which one')
  })

  it.each([[[]], [5], ['x']])('refuses the arguments %j in a sentence', async (sent) => {
    const { code, message } = await refusal(client.callTool({ name: 'list_products', arguments: sent }))
    expect(code).toBe(-32602)
    expect(message).toMatch(
      /Mend the message and send it again\. params\.arguments: Invalid input: [^{}[\]]+\.$/,
    )
  })

  it('refuses an argument of a prompt that is no text in a sentence', async () => {
    const { code, message } = await refusal(
      client.getPrompt({ name: 'record_signal', arguments: { product: 5 } }),
    )
    expect(code).toBe(-32602)
    expect(message).toMatch(/params\.arguments\.product: Invalid input: expected string, received number\.$/)
    expect(message).not.toMatch(/[{}[\]]/)
  })

  it.each(['toString', 'constructor', '__proto__', 'nothing'])(
    'knows no tool and no prompt %s',
    async (name) => {
      expect(await refusal(client.callTool({ name }))).toMatchObject({
        code: -32602,
        message: expect.stringContaining(`Tool ${name} not found`),
      })
      expect((await refusal(client.getPrompt({ name }))).message).toContain(`Prompt ${name} not found`)
    },
  )

  it('refuses a name that looks like what is mended', async () => {
    const { message } = await refusal(client.getPrompt({ name: '[\n{\n]' }))
    expect(message).toContain('not found')
  })
})
