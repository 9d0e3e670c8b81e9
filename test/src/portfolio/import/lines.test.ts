import { expect, it } from 'vitest'
import { readLines } from '../../../../src/portfolio/import/lines.ts'

const header = { delimiter: ',', columns: ['a', null, 'b'], ignored: [] }

async function read(text: string) {
  const lines: object[] = []
  for await (const line of readLines([Buffer.from(text)], header)) lines.push(line)
  return lines
}

it('reads cells by column, with the number of the line that each record starts on', async () => {
  expect(await read('a,x,b\r\n1,2,3\r\n\r\n"two\nlines",2,3,\n,,\n5" x,2,"6,7"')).toMatchObject([
    { number: 2, cells: { a: '1', b: '3' } },
    { number: 4, cells: { a: 'two\nlines', b: '3' } },
    { number: 7, cells: { a: '5" x', b: '6,7' } },
  ])
})

it('reports a line with too few or too many cells', async () => {
  expect(await read('a,x,b\n1,2\n1,2,3,4')).toEqual([
    { number: 2, reason: 'The line has 2 cells, but the header has 3.' },
    { number: 3, reason: 'The line has 4 cells, but the header has 3.' },
  ])
})

it('reports a quotation mark that is never closed, in a short and in a long file', async () => {
  const reason =
    'The line is too long, or its quotation marks are not closed. The lines after it were not read.'
  for (const rest of [3, 300_000])
    expect(await read(`a,x,b\n1,2,3\n"1,2,3\n${'4,5,6\n'.repeat(rest)}`)).toMatchObject([
      { number: 2 },
      { number: 3, reason },
    ])
})
