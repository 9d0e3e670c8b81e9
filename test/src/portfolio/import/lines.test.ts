import { expect, it } from 'vitest'
import { textSlices } from '../../../../src/portfolio/import/file-text.ts'
import { readLines } from '../../../../src/portfolio/import/lines.ts'
import { faultOf } from '../../../support/market.ts'

const header = { delimiter: ',', line: 2, columns: ['a', 'x', 'b'] }

async function read(text: string) {
  const lines: object[] = []
  for await (const line of readLines(textSlices(Buffer.from(text)), header)) lines.push(line)
  return lines
}

it('reads the cells of the lines after the header, with the number of the line that each starts on', async () => {
  expect(await read('title\r\na,x,b\r\n\r\n"two\nlines",2,3,\n,,\n5" x,2,"6,7"')).toEqual([
    { number: 4, cells: ['two\nlines', '2', '3'] },
    { number: 7, cells: ['5" x', '2', '6,7'] },
  ])
})

it('leaves the rest of a shorter line empty, and reports one with too many cells', async () => {
  expect(await read('title\na,x,b\n1,2\n1,2,3,4')).toEqual([
    { number: 3, cells: ['1', '2'] },
    {
      number: 4,
      cells: ['1', '2', '3', '4'],
      reason: { key: 'imports.tooManyCells', values: { cells: 4, columns: 3 } },
    },
  ])
})

it('accepts 50,000 lines, and rejects more with their number', async () => {
  expect(await read(`title\na,x,b\n${'1,2,3\n'.repeat(50_000)}`)).toHaveLength(50_000)
  expect((await faultOf(read(`title\na,x,b\n${'1,2,3\n'.repeat(50_002)}`))).errors).toEqual({
    file: ['The file has 50,002 lines. At most 50,000 are accepted. Split the file.'],
  })
})
