import { policyAllows } from '../../../src/access/policy.ts'
import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import type { RowContext } from '../record/record.ts'
import { withNext } from '../request/way-back.ts'

/** Renders the links to the forms of a decision and of a task about a signal, with its place and itself as evidence. */
export function decideLinks({ row, person }: RowContext): Html {
  if (!policyAllows('write', person)) return null
  const { id, product_slug, app_slug, direction_slug } = row
  // The product determines the direction.
  const place = product_slug === null ? { app_slug, direction_slug } : { product_slug, app_slug }
  const known = Object.entries(place).filter(([, slug]) => typeof slug === 'string') as [string, string][]
  const filled = new URLSearchParams([...known, ['evidence', `signal ${id}`]])
  const form = (collection: string) =>
    withNext(`${listAddress(collection)}/new?${filled}`, recordAddress('signals', id))
  return html`
    <a class="button" href=${form('decisions')}>${t('signal.decide')}</a>
    <a class="button" href=${form('tasks')}>${t('task.new')}</a>
  `
}
