import { type Answer, token } from '../world.ts'

/** Returns the functions that send requests and MCP messages to a server. */
export function clientOf(address: string) {
  const headers = {
    'x-portfolio-token': token,
    'content-type': 'application/json',
    accept: 'application/json',
  }
  async function send(method: string, path: string, body?: object): Promise<Pick<Answer, 'status' | 'body'>> {
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(address + path, request)
    return { status: response.status, body: await response.json() }
  }
  async function callMcp(method: string, params: object = {}) {
    const { body } = await send('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params })
    return body.result
  }
  return { send, callMcp }
}
