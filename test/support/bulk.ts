import type { AdminPage } from './admin.ts'

/** The fields of a form, in which a name may occur several times. */
export type Fields = Record<string, string | string[]>

/** Returns the form of a preview that carries out the change, and the label of its button. */
export function applyForm({ body }: AdminPage): {
  action: string
  fields: Fields
  button: string | undefined
} {
  const [form = '', action = ''] =
    /<form method="post" action="([^"]+)" class="record"[\s\S]*?<\/form>/.exec(body) ?? []
  const fields: Fields = { ids: [] }
  for (const [, name = '', value = ''] of form.matchAll(/type="hidden" name="(\w+)" value(?:="([^"]*)")?/g))
    fields[name] = name === 'ids' ? [...[fields.ids ?? []].flat(), value] : value
  const button = /name="apply" value="1">([^<]+)</.exec(form)?.[1]
  return { action: action.replaceAll('&amp;', '&'), fields: { ...fields, apply: '1' }, button }
}

/** Returns the texts of the rows in a part of a preview: `changes` or `refused`. */
export function previewRows({ body }: AdminPage, part: 'changes' | 'refused'): string[][] {
  const section = new RegExp(`id="${part}"[\\s\\S]*?</section>`).exec(body)?.[0] ?? ''
  const rows = section.matchAll(/<tr><th scope="row">([\s\S]*?)<\/th>([\s\S]*?)<\/tr>/g)
  return [...rows].map(([, title = '', cells = '']) => [
    textOf(title),
    ...[...cells.matchAll(/<td>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => textOf(cell)),
  ])
}

function textOf(markup: string): string {
  return markup.replaceAll(/<[^>]*>/g, '').trim()
}
