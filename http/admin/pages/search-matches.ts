import { queryWords } from '../../../src/catalog/other-record-search.ts'
import { truncate } from '../../../src/record/rules/truncate.ts'
import { type Html, html } from '../html/html.ts'
import type { RecordPages } from '../record/record.ts'
import { agentTokenPages } from '../records/agent-token.ts'
import { pagesOfType } from '../records/index.ts'
import { llmKeyPages } from '../records/llm-key.ts'
import { userTokenPages } from '../records/user-token.ts'

// Only the text of a review can be longer. Then the part around the first match is shown.
const maxTitleLength = 255
const lengthBefore = 40

const tokenPages: Record<string, RecordPages> = {
  ops: userTokenPages,
  pft: agentTokenPages,
  llm: llmKeyPages,
}

/** Returns the description of the records of a kind that the search found. The kind of tokens is their prefix. */
export function pagesOfKind(kind: string): RecordPages {
  return tokenPages[kind] ?? (pagesOfType(kind) as RecordPages)
}

/** Returns the pattern of what was searched for in a title: the text as it is, its words, and words with the same stem. */
export function marker(q: string, stems: string[]): RegExp {
  const texts = [q, ...queryWords(q)].map(RegExp.escape)
  const inflected = stems.map(
    (stem) => `(?<![\\p{L}\\p{Nd}])${RegExp.escape(stem).replaceAll('е', '[её]')}[\\p{L}\\p{Nd}]*`,
  )
  return new RegExp(`(${[...texts, ...inflected].join('|')})`, 'iu')
}

/** Renders a title with the matches marked. Another column than the title may have matched. */
export function marked(title: string, pattern: RegExp): Html {
  const isLong = truncate(title, maxTitleLength) !== title
  const before = isLong ? [...title.slice(0, Math.max(0, title.search(pattern)))].length - lengthBefore : 0
  const rest = before > 0 ? title.slice(truncate(title, before).length) : title
  const shown = truncate(rest, maxTitleLength)
  return html`${before > 0 && '…'}${shown.split(pattern).map(markOdd)}${shown !== rest && '…'}`
}

/** Marks every second part of a text that was split by its matches. */
export function markOdd(part: string, index: number): Html {
  return index % 2 === 1 ? html`<mark>${part}</mark>` : part
}
