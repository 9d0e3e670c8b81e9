import { expect } from 'vitest'
import { type AdminPage, type Browser, fieldsIn, type Sent } from './admin.ts'
import type { AdminWorld } from './admin-world.ts'
import type { FormCase } from './form-cases/form-case.ts'
import { uploaderOf } from './upload.ts'

/** Returns the address of a form on a page, with the fields that it would send. */
export function formOn(
  { body }: AdminPage,
  { page, action, fields }: FormCase,
): { address: string; fields: Sent } {
  for (const [form] of body.matchAll(/<form [^>]*method="post"[\s\S]*?<\/form>/g)) {
    const own = /^<form[^>]* action="([^"]+)/.exec(form)?.[1] ?? page
    const ofButtons = [...form.matchAll(/ formaction="([^"]+)/g)].map(([, other = '']) => other)
    const address = [own, ...ofButtons]
      .map((one) => one.replaceAll('&amp;', '&'))
      .find((one) => one.replace(/\?.*/, '') === action.replace(/\?.*/, ''))
    if (address === undefined) continue
    const sent: Sent = {}
    for (const [name, value] of fieldsIn(form)) sent[name] = [...[sent[name] ?? []].flat(), value]
    return { address, fields: { ...sent, ...fields } }
  }
  return expect.fail(`${page} has no form that is sent to ${action}`)
}

/** Opens the page of a form. Returns a function that sends the form, with changes of its fields. */
export async function openForm(world: AdminWorld, form: FormCase) {
  return (await openFields(world, form)).sendForm
}

/** Opens the page of a form. Returns the fields that it would send, and a function that sends it. */
export async function openFields(world: AdminWorld, form: FormCase) {
  const { browser = world.admin, page, before, lines } = form
  let opened = await browser.get(page)
  if (before) {
    const first = formOn(opened, { ...form, fields: before })
    opened = await browser.post(first.address, first.fields)
  }
  const { address, fields } = formOn(opened, form)
  const sendForm = (changes: Sent = {}) => {
    const sent = { ...fields, ...changes }
    return lines ? upload(world, browser, address, sent, lines) : browser.post(address, sent)
  }
  return { fields, sendForm }
}

async function upload(world: AdminWorld, browser: Browser, address: string, fields: Sent, lines: string[]) {
  const part = (disposition: string, value: string) =>
    `--boundary\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
  const names = ['_csrf', '_form'].map((name) => part(`name="${name}"`, String(fields[name])))
  const file = part('name="file"; filename="a.csv"', lines.join('\n'))
  const answer = await uploaderOf(() => world).send(
    browser,
    address,
    `${names.join('')}${file}--boundary--\r\n`,
    'multipart/form-data; boundary=boundary',
  )
  return { ...answer, location: undefined }
}
