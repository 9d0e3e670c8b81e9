import type { KoaContextWithOIDC } from 'oidc-provider'
import { html, render } from '../admin/html/html.ts'

/**
 * Answers the end of a request with a page that leads to the client at once. It is not the form of the consent that leads
 * there, because `form-action` would stop it at every further redirect of the client, and at addresses of IPv6. Programs
 * that are no browsers find the address in `Location` all the same.
 */
export function returnPage(issuer: string) {
  return async (context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    const { oidc, status } = context
    const address = context.response.get('location')
    if (oidc?.route !== 'resume' || status !== 303 || address.startsWith(`${issuer}/`)) return
    context.status = 200
    context.set('refresh', `0; url=${address}`)
    context.type = 'html'
    context.body = `<!doctype html>${render(
      html`<html lang="en">
        <head><title>Back to the client</title></head>
        <body>
          <main>
            <h1>Back to the client</h1>
            <p>You can close this page once the client is open. <a href=${address}>Open the client</a></p>
          </main>
        </body>
      </html>`,
      'UTC',
    )}`
  }
}
