import type { Browser } from './admin.ts'
import type { World } from './world.ts'

/** Uploads a file in a browser and returns the page that follows, with the address of the uploaded file. */
export async function uploadCsv(
  world: World,
  browser: Browser,
  kind: string,
  content: string | Buffer,
  fields: Record<string, string> = {},
) {
  const address = `/admin/${kind}/import`
  const token = /name="_csrf" value="([^"]+)"/.exec((await browser.get(address)).body)?.[1]
  const part = (disposition: string) => `--boundary\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
  const payload = Buffer.concat([
    ...Object.entries({ ...fields, _csrf: token }).map(([name, value]) =>
      Buffer.from(`${part(`name="${name}"`)}${value}\r\n`),
    ),
    Buffer.from(part('name="file"; filename="a.csv"')),
    Buffer.from(content),
    Buffer.from('\r\n--boundary--\r\n'),
  ])
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = {
    host: 'ops.test',
    origin: 'http://ops.test',
    cookie,
    'content-type': 'multipart/form-data; boundary=boundary',
  }
  const { statusCode, body } = await world.app.inject({ method: 'POST', url: address, headers, payload })
  const [, action = ''] = new RegExp(`"(${address}/\\d+)[/"]`).exec(body) ?? []
  return { status: statusCode, body, action }
}

/** Returns the numbers on a page of an import, by their labels. */
export function countsOn(body: string): Record<string, number> {
  const cards = body.matchAll(
    /<span class="label">([^<]+)<\/span>\s*<span class="value[^"]*">([\d,]+)<\/span>/g,
  )
  return Object.fromEntries([...cards].map(([, label, value]) => [label, Number(value?.replaceAll(',', ''))]))
}

/** Returns the options of a select, the chosen one with an asterisk. */
export function options(body: string, name: string): string[] {
  const [select = ''] = new RegExp(`<select[^>]* name="${name}"[\\s\\S]*?</select>`).exec(body) ?? []
  return [...select.matchAll(/<option([^>]*)>\s*([^<]*?)\s*<\/option>/g)].map(([, attributes = '', text]) => {
    const value = /value="([^"]*)"/.exec(attributes)?.[1]
    return `${value ?? ''}:${text}${attributes.includes('selected') ? '*' : ''}`
  })
}
