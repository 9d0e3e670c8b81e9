import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textSlices } from '../../../../src/portfolio/import/file-text.ts'
import { type CsvRecord, readRecords } from '../../../../src/portfolio/import/lines.ts'
import { faultOf } from '../../../support/market.ts'

async function read(content: string | Buffer, delimiter = ',') {
  const records: CsvRecord[] = []
  // Random letters are no words, by which the encoding could be known.
  const slices = textSlices(Buffer.from(content), 'windows-1251')
  for await (const batch of readRecords(slices, delimiter)) records.push(...batch)
  return records
}

const letters = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
const encoders = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with a mark': (text: string) => Buffer.from(`\uFEFF${text}`),
  'UTF-16LE': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16BE': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'Windows-1251': (text: string) => Buffer.from([...text].map((letter) => letters.indexOf(letter))),
}
const character = fc.constantFrom(...'abя№ 1"\',;\t\r\n=.')
const cell = fc.string({ unit: character, maxLength: 6 })

describe('the records of a CSV file', () => {
  it('are read as they were written, in each encoding, with each delimiter and line end', async () => {
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })
    const form = fc.record({
      encode: fc.constantFrom(...Object.values(encoders)),
      delimiter: fc.constantFrom(',', ';', '\t'),
      end: fc.constantFrom('\n', '\r\n', '\r'),
      emptyLines: fc.nat(2),
      quoteAll: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(table, form, async (rows, { encode, delimiter, end, emptyLines, quoteAll }) => {
        // The letters are not valid UTF-8 in Windows-1251.
        const all = [['жэ', 'b'], ...rows]
        const quoted = (text: string) =>
          quoteAll || /["\r\n,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
        const lines = all.map((cells) => cells.map(quoted).join(delimiter))
        const records = numbered(all, emptyLines).filter(({ cells }) => cells.join('').trim() !== '')
        expect(await read(encode(lines.join(end.repeat(1 + emptyLines)) + end), delimiter)).toEqual(records)
      }),
      { numRuns: 300 },
    )
  })

  it('keep quotation marks within cells, and miss only empty lines', async () => {
    expect(await read('a,b\r\n\r\n"two\nlines",2,3,\n,,\n5" x,"6,7"')).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 3, cells: ['two\nlines', '2', '3', ''] },
      { number: 6, cells: ['5" x', '6,7'] },
    ])
  })
})

function numbered(rows: string[][], emptyLines: number): CsvRecord[] {
  let next = 1
  return rows.map((cells) => {
    const number = next
    next += 1 + emptyLines + cells.flatMap((text) => text.match(/\r\n|\r|\n/g) ?? []).length
    return { number, cells }
  })
}

describe('a file that cannot be read', () => {
  it.each([
    [
      'a quotation mark that is not closed',
      'a,b\r\n\r\n"x\r\ny",2\r\n\n"oops,3\n',
      'Line 6 has a quotation mark that is not closed.',
    ],
    ['one in its header', 'a,"b\n1,2\n', 'Line 1 has a quotation mark that is not closed.'],
    [
      'one in a long file',
      `a,b\n1,2\n"1,2\n${'4,5,6\n'.repeat(50_000)}`,
      'Line 3 has more than 200,000 characters, or a quotation mark that is not closed.',
    ],
    [
      'a long line',
      `a,b\n${'x'.repeat(200_010)}`,
      'Line 2 has more than 200,000 characters, or a quotation mark that is not closed.',
    ],
    [
      'only commas',
      ','.repeat(500_000),
      'Line 1 has more than 200,000 characters, or a quotation mark that is not closed.',
    ],
  ])('is rejected with the line if it has %s', async (_, content, message) => {
    expect((await faultOf(read(content))).errors).toEqual({ file: [message] })
  })
})
