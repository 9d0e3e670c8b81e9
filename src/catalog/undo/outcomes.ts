import { createHash, type Hash } from 'node:crypto'
import type { Attempt, Outcome, Verdict } from './undo-item.ts'

/** How many outcomes a preview lists, and of more only so many of those that are not possible. */
const maxListed = 1000
const maxNamed = 100

/** What became of the records of an undo: a few outcomes, newest first, the number of all, and a digest of them. */
export class Outcomes {
  readonly listed: Outcome[] = []
  readonly totals: Record<Verdict, number> = { possible: 0, conflict: 0, used: 0, impossible: 0, done: 0 }
  readonly #isShort: boolean
  readonly #digest: Hash = createHash('sha256')
  /** What made each listed outcome. */
  readonly #attempts: Attempt[] = []
  #named = 0

  /** `count` is the number of records; `ids` are those of the listed changes that are undone. */
  constructor(count: number, ids: number[]) {
    this.#isShort = count <= maxListed
    this.#digest.update(JSON.stringify(ids))
  }

  /** Adds the outcome for a record that changes of the window are about which stand alone. It is always listed. */
  add(outcome: Outcome, attempt: Attempt): void {
    this.#count(outcome)
    this.#list(outcome, attempt)
  }

  /** Adds the outcome for a record of a change set. */
  addOfSet(outcome: Outcome, attempt: Attempt): void {
    this.#count(outcome)
    const isNamed = outcome.verdict !== 'possible' && outcome.verdict !== 'done' && this.#named < maxNamed
    if (isNamed) this.#named += 1
    if (this.#isShort || isNamed) this.#list(outcome, attempt)
  }

  /**
   * Tries again what was refused. A record may become free by a later step: a task that waits for another can be opened
   * only after that one.
   */
  async retry(): Promise<void> {
    for (let progress = true; progress; ) {
      progress = false
      for (const [index, attempt] of this.#attempts.entries()) {
        const { verdict, item } = this.listed[index] as Outcome
        if (verdict !== 'impossible' && verdict !== 'used') continue
        const again = await attempt(item)
        progress ||= again.verdict !== verdict
        this.totals[verdict] -= 1
        this.#count(again)
        this.listed[index] = again
      }
    }
  }

  /** Whether anything can be undone: a record, or a field of one whose others conflict. */
  get isPossible(): boolean {
    const isPartly = ({ verdict, item, conflicts }: Outcome) =>
      verdict === 'conflict' && item.fields.length > conflicts.length
    return this.totals.possible > 0 || this.listed.some(isPartly)
  }

  /** Whether everything can be undone that is not as before already. */
  get isAll(): boolean {
    const { conflict, used, impossible } = this.totals
    return conflict + used + impossible === 0
  }

  /** The digest of all that was added. */
  get hash(): string {
    return this.#digest.copy().digest('hex')
  }

  #list(outcome: Outcome, attempt: Attempt): void {
    this.listed.push(outcome)
    this.#attempts.push(attempt)
  }

  #count({ item, verdict, conflicts, used_by, message }: Outcome): void {
    this.totals[verdict] += 1
    const { record_type, record_id, action, fields } = item
    const names = conflicts.map(({ field }) => field)
    this.#digest.update(
      JSON.stringify([record_type, record_id, action, fields, verdict, names, used_by, message]),
    )
  }
}
