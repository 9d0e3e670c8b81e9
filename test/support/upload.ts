import type { Browser } from './admin.ts'
import type { World } from './world.ts'

/** Returns a function that uploads a file on a page, as a browser sends it. */
export function uploaderOf(world: () => Pick<World, 'app'>) {
  /** Sends the body of a POST, and returns the response. */
  async function send(browser: Browser, url: string, payload: string | Buffer, type: string) {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { host: 'ops.test', origin: 'http://ops.test', cookie, 'content-type': type }
    const { statusCode, body } = await world().app.inject({ method: 'POST', url, headers, payload })
    return { status: statusCode, body }
  }

  async function upload(browser: Browser, url: string, content: string | Buffer, csrf?: string) {
    const form = await browser.get(url)
    const token = csrf ?? /name="_csrf" value="([^"]+)"/.exec(form.body)?.[1]
    const part = (disposition: string) =>
      `--boundary\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
    const payload = Buffer.concat([
      Buffer.from(`${part('name="_csrf"')}${token}\r\n${part('name="file"; filename="a.csv"')}`),
      Buffer.from(content),
      Buffer.from('\r\n--boundary--\r\n'),
    ])
    return send(browser, url, payload, 'multipart/form-data; boundary=boundary')
  }
  return { upload, send }
}
