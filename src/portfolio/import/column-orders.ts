import { type DayOrder, dateOrderOf } from './days.ts'
import type { FileLine } from './lines.ts'
import type { Columns } from './mapping.ts'

const maybeDay = /^\s*\d{1,2}[-/]\d/

/** Observes the lines of a file, and returns how each column writes its days, if it has days in doubt or settled. */
export function columnOrders() {
  // One cell of each order represents its column, so that the days of a file take no memory.
  const cellsOf = new Map<number, Map<DayOrder, string>>()
  return {
    async *observe(lines: AsyncIterable<FileLine>): AsyncGenerator<FileLine> {
      for await (const line of lines) {
        if (line.reason === undefined)
          for (const [index, cell] of line.cells.entries())
            if (maybeDay.test(cell)) {
              const cells = cellsOf.get(index) ?? new Map()
              cellsOf.set(index, cells.set(dateOrderOf([cell]), cell))
            }
        yield line
      }
    },
    /** Returns the order of each column, by its number from 1, except those that name the year first. */
    result(): Columns['orders'] {
      const orders: Columns['orders'] = {}
      for (const [index, cells] of cellsOf) {
        const order = dateOrderOf(cells.values())
        if (order !== 'iso') orders[index + 1] = order
      }
      return orders
    },
  }
}
