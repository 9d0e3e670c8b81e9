import type { Chain } from '../src/portfolio/evidence/chain.ts'
import { clean } from './clean.ts'
import { chainFields } from './decision-view.ts'
import { compactTextBytes } from './size-limit.ts'

type Row = Record<string, unknown>

const maxEmbeddedBytes = 9000

/**
 * Returns a record with the lists of other records that it contains, as many rows as fit in an answer, and how many
 * each list lost. Its canon rules are returned apart, since trusted ones stand outside the marks.
 */
export function embedWithinLimit(found: object) {
  const { rules, chain, ...fields } = found as Row & { rules?: object[]; chain?: Chain }
  const record: Row = {}
  const leftOut: Record<string, number> = {}
  let free = maxEmbeddedBytes
  for (const [name, value] of Object.entries(fields)) {
    if (!Array.isArray(value)) {
      record[name] = value
      continue
    }
    const rows = value.filter((row) => {
      free -= Buffer.byteLength(JSON.stringify(clean(row, compactTextBytes)))
      return free >= 0
    })
    record[name] = rows
    if (rows.length < value.length) leftOut[`${name}_not_shown`] = value.length - rows.length
  }
  return { record: { ...record, ...(chain && chainFields(chain)) }, rules, leftOut }
}
