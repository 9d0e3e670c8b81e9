import type { Read } from '../src/database/read.ts'
import { listFailingGuards } from '../src/portfolio/guard/failure.ts'

/** Checks that no guard of a canon rule fails while it runs, because writes then wait for a person. */
export async function checkGuards(read: Read): Promise<[true, string]> {
  const failing = await listFailingGuards(read)
  if (failing.length === 0) return [true, 'none fails']
  const sentences = failing.map(
    ({ id, title, failure }) =>
      `the guard of the canon rule "${title}" fails: ${failure}. Correct it at /admin/canon-rules/${id}/guard.`,
  )
  throw new Error(sentences.join(' '))
}
