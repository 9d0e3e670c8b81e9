import { describe, expect, it } from 'vitest'
import { countryCell } from '../../../../src/portfolio/import/cell-country.ts'
import { country, countryCodes } from '../../../../src/record/rules/country.ts'

const cell = countryCell(country)

describe('the rule of a cell with a country', () => {
  it.each([
    [
      'US',
      [
        'US',
        'us',
        ' US ',
        'USA',
        'usa',
        'United States',
        'united states of america',
        'U.S.',
        'U.S.A.',
        'en_US',
        'en-us',
        'es-Latn-US',
      ],
    ],
    ['GB', ['GB', 'GBR', 'UK', 'United Kingdom', 'Great Britain', 'en_GB']],
    ['DE', ['DE', 'DEU', 'Germany', 'GERMANY', 'de_DE']],
    ['RU', ['RU', 'RUS', 'Russia', 'Russian Federation', 'ru_RU']],
    ['XK', ['XK', 'xk', 'XKX', 'Kosovo', 'sq_XK']],
    ['KR', ['KOR', 'South Korea', 'Republic of Korea', 'Korea, Republic of', 'ko-KR']],
    ['KP', ['PRK', 'North Korea']],
    ['TR', ['TUR', 'Turkey', 'Türkiye', 'Turkiye']],
    ['CZ', ['CZE', 'Czechia', 'Czech Republic']],
    ['CI', ['Côte d’Ivoire', "Cote d'Ivoire", 'Ivory Coast']],
    ['HK', ['HKG', 'Hong Kong', 'zh-Hant-HK', 'zh_Hant_HK']],
    ['BA', ['Bosnia and Herzegovina', 'Bosnia & Herzegovina']],
    ['LC', ['Saint Lucia', 'St. Lucia']],
    ['VN', ['Vietnam', 'Viet Nam']],
    ['NL', ['Netherlands', 'The Netherlands']],
    ['CD', ['Congo - Kinshasa', 'DR Congo', 'Democratic Republic of the Congo']],
  ])('reads each name of %s: %j', (code, names) => {
    for (const name of names) expect([name, cell.safeParse(name).data]).toEqual([name, code])
  })

  it.each([
    '',
    'XX',
    'ZZ',
    'XYZ',
    'en_XX',
    'en',
    'Congo',
    'Korea',
    'Europe',
    'Atlantis',
    'U',
    '840',
    'x'.repeat(200),
  ])('rejects %j', (name) => {
    expect(cell.safeParse(name).success).toBe(false)
  })

  it('reads every country by its code in either case, in a locale and by the names that ICU has', () => {
    const styles = (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames('en', { type: 'region', style }),
    )
    for (const code of countryCodes)
      for (const name of [
        code,
        code.toLowerCase(),
        `en_${code}`,
        ...styles.map((style) => style.of(code) ?? ''),
      ])
        expect([name, cell.safeParse(name).data]).toEqual([name, code])
  })
})
