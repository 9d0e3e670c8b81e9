import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerOf } from './call-tool.ts'
import { type AnyClient, connections } from './client.ts'
import { fill, makeMcpWorld } from './world.ts'

const world = await makeMcpWorld()
await fill(world)

describe.each(Object.entries(connections))('the server, to the client %s,', (_name, connect) => {
  let client: AnyClient
  beforeAll(async () => {
    client = await connect(world)
  })
  afterAll(() => client?.close())

  const errorOf = (call: Promise<unknown>) =>
    call.then(
      () => expect.fail('The call succeeded.'),
      ({ code, message }) => ({ code, message }),
    )

  it.each([[null], [''], [[]]])('accepts %j as no arguments', async (sent) => {
    const result = await client.callTool({ name: 'list_products', arguments: sent })
    expect(answerOf(result).products).toHaveLength(2)
    const { messages } = await client.getPrompt({ name: 'record_signal', arguments: sent })
    expect(messages[0].content.text).toContain('ask the user which one')
  })

  it.each([[[1]], [5], ['x']])('rejects the arguments %j in a sentence', async (sent) => {
    const { code, message } = await errorOf(client.callTool({ name: 'list_products', arguments: sent }))
    expect(code).toBe(-32602)
    expect(message).toMatch(
      /Invalid message\. Correct it and send it again\. params\.arguments: Invalid input: [^{}[\]]+\.$/,
    )
  })

  it('rejects a prompt argument that is not a string in a sentence', async () => {
    const { code, message } = await errorOf(
      client.getPrompt({ name: 'record_signal', arguments: { product: 5 } }),
    )
    expect(code).toBe(-32602)
    expect(message).toMatch(/params\.arguments\.product: Invalid input: expected string, received number\.$/)
    expect(message).not.toMatch(/[{}[\]]/)
  })

  it.each(['toString', 'constructor', '__proto__', 'nothing'])(
    'has no tool and no prompt %s',
    async (name) => {
      expect(await errorOf(client.callTool({ name }))).toMatchObject({
        code: -32602,
        message: expect.stringContaining(`Tool ${name} not found`),
      })
      expect((await errorOf(client.getPrompt({ name }))).message).toContain(`Prompt ${name} not found`)
    },
  )

  it('rejects a name that looks like the issues of the SDK', async () => {
    const { message } = await errorOf(client.getPrompt({ name: '[\n{\n]' }))
    expect(message).toContain('not found')
  })
})
