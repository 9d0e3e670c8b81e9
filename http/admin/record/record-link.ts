import type { RecordReference, RecordTitle } from '../../../src/catalog/record-titles.ts'
import { applicationPlatforms } from '../../../src/operations/vocabulary.ts'
import { appPlatforms } from '../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { ellipsize } from '../../../src/record/rules/truncate.ts'
import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { valueLabel } from '../html/value.ts'
import { inSentence } from '../html/words.ts'
import { referenceAddress } from './address.ts'
import { typeLabel } from './record-text.ts'

const maxTitleLength = 80

/** Renders a record by its kind and title, with a link to its page if it has one. */
export function recordLink(record: RecordReference, found: RecordTitle | undefined): Html {
  return html`${inSentence(typeLabel(record.record_type))} ${titleLink(record, found)}`
}

/** Renders a record by its title, with a link to its page, or to a part of it, if it has one. */
export function titleLink(
  { record_type, record_id }: RecordReference,
  found: RecordTitle | undefined,
  part = '',
): Html {
  if (!found) return html`#${record_id}${deletedMark()}`
  const title = distinctTitle(record_type, { ...found, title: ellipsize(found.title, maxTitleLength) })
  const address = referenceAddress({ record_type, record_id: found.id })
  if (found.deleted) return html`${title}${deletedMark()}`
  return address ? html`<a href=${address + part}>${title}</a>` : title
}

function deletedMark(): Html {
  return html`<span class="absent"> ${t('recordType.deleted')}</span>`
}

type TitleParts = Pick<RecordTitle, 'title' | 'platform'> & {
  id: number | null
  direction?: string | null
  operations?: number | null
}

// The apps of a product often have one name and differ in their platform.
const toldApartByPlatform = ['app', 'application']

/**
 * Returns the title of a record, with the platform of an app, and with the direction if another record has both:
 * "Scanner (iOS, Utilities)".
 */
export function distinctTitle(
  record_type: string,
  { id, title, platform, direction = null, operations = null }: TitleParts,
): string {
  const shown =
    platform && toldApartByPlatform.includes(record_type)
      ? valueLabel(record_type === 'app' ? appPlatforms : applicationPlatforms, platform)
      : null
  const place = [shown, direction].filter((part) => part !== null).join(', ')
  const name =
    operations === null ? visibleName({ id, name: title }) : t('proposal.batch', { count: operations })
  return place ? `${name} (${place})` : name
}
