import { describe, expect, it } from 'vitest'
import { textSlices } from '../../../../src/portfolio/import/file-text.ts'
import { findHeader } from '../../../../src/portfolio/import/header.ts'
import { faultOf } from '../../../support/market.ts'

const fields = new Set(['app', 'keyword', 'position', 'date'])
const find = (content: string) =>
  findHeader(
    () => textSlices(Buffer.from(content)),
    (name) => fields.has(name.toLowerCase()),
  )

describe('the header of a CSV file', () => {
  it.each([
    ['with commas', 'App,Keyword\na,b;c\n', ',', 1, ['App', 'Keyword']],
    ['with semicolons', 'App;"Keyword"\na,b;c\n', ';', 1, ['App', 'Keyword']],
    ['with tabs', 'App\tKeyword\na,b\tc\n', '\t', 1, ['App', 'Keyword']],
    ['with names of no field', 'Запрос;Место\na,b;1,5\nc;2,5\n', ';', 1, ['Запрос', 'Место']],
    ['of one column', 'Keyword\na b\nc, d\n', ',', 1, ['Keyword']],
    ['with days', 'Запрос;01.11.2026;02.11.2026\na;1;2\n', ';', 1, ['Запрос', '01.11.2026', '02.11.2026']],
    ['with a line break', 'App;"Key-\r\nword";Date\r\na;b;c', ';', 1, ['App', 'Key- word', 'Date']],
    ['after sep=', 'sep=;\r\nApp,a;Place,b\r\na;b', ';', 2, ['App,a', 'Place,b']],
    ['after a quoted sep=', '"sep=\t"\nx;y;z\tw\n', '\t', 2, ['x;y;z', 'w']],
    [
      'after titles',
      'Report\n\nPeriod;2026-11\n;;\nPlace;App;Keyword;Date\n1;a;b;c\n',
      ';',
      5,
      ['Place', 'App', 'Keyword', 'Date'],
    ],
    ['of no field after titles', 'Report;;;\nFrom: x\na;b;c;d\n1;2;3;4\n', ';', 3, ['a', 'b', 'c', 'd']],
    [
      'after a title as wide',
      'Отчёт;за ноябрь;2026\r\n;;\r\nКлючевая фраза;Позиция;Дата\r\nqr;1;02.11.2026',
      ';',
      3,
      ['Ключевая фраза', 'Позиция', 'Дата'],
    ],
    [
      'after names and values',
      'App,Mood Diary\nCountry,US\n\nDate,Rank,Term\n11/21/26,3,mood\n',
      ',',
      4,
      ['Date', 'Rank', 'Term'],
    ],
    [
      'of no field after a name and a value',
      'Country,US\n\nDay,Rank,Term\n11/21/26,3,mood\n',
      ',',
      3,
      ['Day', 'Rank', 'Term'],
    ],
    [
      'of days after a name and a value',
      'App,Mood Diary\n\nTerm,2026-11-20,2026-11-21\nmood,3,4\n',
      ',',
      3,
      ['Term', '2026-11-20', '2026-11-21'],
    ],
    [
      'after names and values without an empty line',
      'Country,US\nApp,x\nDay,Rank,Term\n11/21/26,3,mood\n',
      ',',
      3,
      ['Day', 'Rank', 'Term'],
    ],
    ['above an empty line', 'Фраза;Место\n\nqr;1\n', ';', 1, ['Фраза', 'Место']],
    ['with a line break above words', '"Фра\nза";Место\nqr;нет\n', ';', 1, ['Фра за', 'Место']],
    ['with empty cells after it', 'App;Keyword;;\na;b;;\n', ';', 1, ['App', 'Keyword']],
    ['with an unnamed column', 'App,,Keyword\na,1,b\n', ',', 1, ['App', '', 'Keyword']],
    ['of more than 10,000 characters', `App,${'a column,'.repeat(1990)}Date`, ',', 1, undefined],
  ])('is found %s', async (_, content, delimiter, line, columns) => {
    expect(await find(content)).toEqual({ delimiter, line, columns: columns ?? expect.anything() })
  })

  it.each([
    [
      'has 2,001 columns',
      `App${';x'.repeat(2000)}\n`,
      'Line 1, the header, has 2,001 columns. At most 2,000 are accepted.',
    ],
    [
      'has a long name',
      `Report\nApp;${'x'.repeat(501)};Date\n`,
      'Line 2, the header, has a column name of 501 characters (column 2). At most 500 are accepted.',
    ],
    [
      'has a quotation mark that is not closed',
      'App,"Keyword,Date\n1,2,3\n',
      'Line 1 has a quotation mark that is not closed.',
    ],
    [
      'has one after a semicolon',
      'App;"Keyword;Date\n1;2;3\n',
      'Line 1 has a quotation mark that is not closed.',
    ],
    ['is missing', '', 'The file is empty.'],
    ['is white space', '\uFEFF \n\n\t', 'The file is empty.'],
    ['is only sep=', 'sep=;\n', 'The file is empty.'],
  ])('is rejected with its line if it %s', async (_, content, message) => {
    expect((await faultOf(find(content))).errors).toEqual({ file: [message] })
  })
})
