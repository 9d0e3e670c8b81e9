import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { textSlices } from '../../../../src/portfolio/import/file-text.ts'
import { faultOf } from '../../../support/market.ts'

const read = async (content: Buffer) => Buffer.concat([...textSlices(content)]).toString()
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()
const windows1251 = Buffer.from([0xca, 0xeb, 0xfe, 0xf7, 0x3b, 0xb9, 0x31, 0x0a])

describe('a text file', () => {
  const long = 'Ключ;№1 €\r\n'.repeat(5000)
  it.each([
    ['UTF-8', Buffer.from(long), long],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${long}`), long],
    ['UTF-16LE', Buffer.from(`\uFEFF${long}`, 'utf16le'), long],
    ['UTF-16BE', bigEndian(`\uFEFF${long}`), long],
    ['Windows-1251', windows1251, 'Ключ;№1\n'],
    ['Windows-1251 of one word', Buffer.from('e5e4e02c78', 'hex'), 'еда,x'],
    ['Windows-1252', Buffer.from('Tagebuch für Gefühle,café', 'latin1'), 'Tagebuch für Gefühle,café'],
    ['KOI8-R', Buffer.from('c4cec5d7cec9cb20cec1d3d4d2cfc5cec9d1', 'hex'), 'дневник настроения'],
    ['Shift-JIS', Buffer.from('93fa8b4c2c78', 'hex'), '日記,x'],
    ['Mac OS Roman', Buffer.from('4765669f686c65206361668e', 'hex'), 'Gefühle café'],
  ])('is read as %s', async (_, content, text) => {
    expect(await read(content)).toBe(text)
  })
})

describe('a file that is not text', () => {
  it.each<[string, string | Buffer, string]>([
    [
      'an Excel workbook',
      'PK\x03\x04 rest',
      'The file is an Excel workbook or a ZIP archive, not a CSV file.',
    ],
    [
      'an old Excel workbook',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'The file is an Excel workbook of an old version, not a CSV file.',
    ],
    ['a PDF document', '%PDF-1.7', 'The file is a PDF document, not a CSV file.'],
    ['a web page', '\n<!doctype html>', 'The file is an HTML or XML document, not a CSV file.'],
    ['JSON', '\uFEFF[{"app_slug": "a"}]', 'The file is a JSON document, not a CSV file.'],
    [
      'JSON in UTF-16',
      Buffer.from('\uFEFF{"a": 1}', 'utf16le'),
      'The file is a JSON document, not a CSV file.',
    ],
    ['binary', 'app_slug,date\n\0', 'The file is binary, not a CSV file.'],
    ['compressed', deflateRawSync('app_slug,date\n'.repeat(9)), 'The file is binary, not a CSV file.'],
    ['NUL in UTF-16', Buffer.from('\uFEFFa,\0', 'utf16le'), 'The file is binary, not a CSV file.'],
    [
      'half a character in UTF-16',
      Buffer.from('fffe3dd8', 'hex'),
      'The file begins as UTF-16, but is not valid UTF-16. Save it as "CSV UTF-8".',
    ],
    [
      'UTF-8 with an invalid character',
      Buffer.concat([Buffer.from('Ключ\r\nслово\n'), Buffer.from([0xd0])]),
      'Line 3 is not valid UTF-8.',
    ],
    [
      'UTF-8 by its byte order mark',
      Buffer.concat([Buffer.from('\uFEFFa\n'), Buffer.from([0xca])]),
      'Line 2 is not valid UTF-8.',
    ],
  ])('is rejected if it is %s', async (_, content, message) => {
    expect((await faultOf(read(Buffer.from(content)))).errors).toEqual({ file: [message] })
  })
})

describe('a file whose encoding is in doubt', () => {
  const schoen = Buffer.from('keyword\nsch\x9an', 'latin1')

  it('is rejected with what each encoding makes of it, and read in the one that is chosen', async () => {
    expect((await faultOf(read(schoen))).errors).toEqual({
      encoding: [
        'The encoding of the file is in doubt. Choose the one that reads it correctly and upload the file again. ' +
          'Windows-1252 (Western European): “schšn”; Mac OS Roman: “schön”.',
      ],
    })
    expect(Buffer.concat([...textSlices(schoen, 'macintosh')]).toString()).toBe('keyword\nschön')
  })

  it('is rejected with its line if no encoding makes words of it', async () => {
    const polish = Buffer.from('keyword\n\xbf\xf3\xb3w', 'latin1')
    expect((await faultOf(read(polish))).errors).toEqual({
      file: ['Line 2 is in an unknown encoding. Save the file as "CSV UTF-8", or choose its encoding.'],
    })
  })
})
