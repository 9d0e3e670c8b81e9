import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { checkContent, readHeader } from '../../../../src/portfolio/import/header.ts'
import { faultOf } from '../../../support/market.ts'

const kind = { required: ['app_slug', 'date'], optional: ['title'] }
const expected = 'Expected columns: app_slug, date; optional: title.'
const check = async (content: string | Buffer) => checkContent(kind, Buffer.from(content))

describe('a file that is not a CSV file', () => {
  it.each<[string, string | Buffer, string]>([
    ['empty', '', 'The file is empty.'],
    ['only white space', '\uFEFF \n\n', 'The file is empty.'],
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
    ['binary', `app_slug,date\n${'\0'}`, 'The file is binary, not a CSV file.'],
    [
      'UTF-16',
      Buffer.from('\uFEFFapp_slug,date', 'utf16le'),
      'The file is not encoded in UTF-8. Save it as "CSV UTF-8".',
    ],
    [
      'Windows-1251',
      Buffer.concat([Buffer.from('app_slug,date\n'), Buffer.from([0xd1, 0xea, 0xe0])]),
      'The file is not encoded in UTF-8. Save it as "CSV UTF-8".',
    ],
    ['without a column', 'slug,date\na,2026-01-01', 'The first line has no column app_slug.'],
    ['without a header', '1;2;3', 'The first line has no column app_slug, date.'],
    ['with a column twice', 'app_slug,date,Date', 'The first line has the column date more than once.'],
    ['compressed', deflateRawSync('app_slug,date\n'.repeat(9)), ''],
  ])('is rejected with the expected columns if it is %s', async (_, content, message) => {
    const { errors } = await faultOf(check(content))
    expect(Object.keys(errors ?? {})).toEqual(['file'])
    expect(errors?.file?.[0]).toContain(message)
    expect(errors?.file?.[0]?.endsWith(expected)).toBe(true)
  })
})

describe('the header of a CSV file', () => {
  it.each([',', ';', '\t'])(
    'is read with the delimiter "%s", a byte order mark and any line end',
    (delimiter) => {
      const names = ['Date', '"App Slug"', 'unknown', '']
      for (const end of ['\n', '\r\n', '\r'])
        expect(readHeader(kind, Buffer.from(`\uFEFF${names.join(delimiter)}${end}a,b;c`))).toEqual({
          delimiter,
          columns: ['date', 'app_slug', null, null],
          ignored: ['unknown'],
        })
    },
  )
})
