import { z } from 'zod'
import { PortfolioChange } from '../../portfolio/changes.ts'
import type { NotificationSettings } from '../settings.ts'

/** Returns the links of a payload. */
export type Links = Pick<NotificationSettings, 'publicUrl' | 'pagePath'>

const { seq, entity, id, slug, title, event, product_slug, actor } = PortfolioChange.shape

/** What programs get about a change: names of the change feed, and no text of a record but its title. */
export const Payload = z.object({
  seq,
  entity,
  id,
  slug,
  title,
  event,
  product_slug,
  actor,
  url: z.string().describe('The page of the record, for people'),
})
export type Payload = z.output<typeof Payload>

/** Returns what programs get about a change. */
export function payloadOf(
  { seq, entity, id, slug, title, event, product_slug, actor }: PortfolioChange,
  { publicUrl, pagePath }: Links,
): Payload {
  const url = `${publicUrl()}${pagePath({ record_type: entity, record_id: id })}`
  return { seq, entity, id, slug, title, event, product_slug, actor, url }
}
