/** Returns the address of the one resource that access tokens are for. */
export function resourceOf(publicUrl: string): string {
  return `${publicUrl}/mcp`
}

/** Names the resource in the parameters of a request as the server does, if they mean it in another spelling. */
export function canonicalResource(parameters: URLSearchParams, publicUrl: string): void {
  const resource = resourceOf(publicUrl)
  const meant = [publicUrl, resource].map(comparable)
  const asked = parameters.getAll('resource')
  parameters.delete('resource')
  for (const one of asked) parameters.append('resource', meant.includes(comparable(one)) ? resource : one)
}

// The parser writes scheme and host in small letters and leaves the default port out.
function comparable(address: string): string {
  return (URL.parse(address)?.href ?? address).replace(/\/$/, '')
}
