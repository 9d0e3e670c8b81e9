import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storeKey } from '../../../../src/portfolio/app/store-identity.ts'
import { httpUrl } from '../../../../src/record/rules/http-url.ts'

describe('storeKey', () => {
  it.each([
    ['https://www.apps.apple.com/us/app/scan/id9/', 'http://apps.apple.com/us/app/scan/id9?l=ru#x'],
    ['https://a.example:443/x', 'https://a.example/x'],
    ['https://a.example/%d1%8f', 'https://a.example/я'],
    ['https://a.example/%41', 'https://a.example/A'],
    ['https://пример.рф/x', 'https://xn--e1afmkfd.xn--p1ai/x'],
    ['https://a.example/x?package=b&id=a', 'https://a.example/x?id=a&utm_source=1&package=b#reviews'],
    ['https://a.example/x?id=a', 'https://a.example/x?UTM_Medium=m&fbclid=1&id=a&hl=ru&referrer=r'],
    ['https://a.example/', 'http://a.example/#/'],
    ['https://a.example/#/notes', 'https://a.example#/notes/?utm_source=x'],
    ['https://apps.apple.com/us/app/foo/id555', 'https://apps.apple.com/de/app/bar/id555?pt=1&ct=ad&mt=8'],
    ['https://apps.apple.com/us/app/foo/id555', 'https://itunes.apple.com/app/id555?ls=1&platform=iphone'],
    [
      'https://play.google.com/store/apps/details?id=a.b',
      'https://play.google.com/store/apps/details/?gl=DE&id=a.b&pli=1&pcampaignid=p#reviews',
    ],
    ['https://appgallery.huawei.com/#/app/C1', 'https://appgallery.cloud.huawei.com/ag/n/app/C1?channelId=x'],
    ['https://appgallery.huawei.com/#/app/C1', 'https://appgallery.huawei.com/app/C1?sharePrepath=ag#/'],
    ['https://www.rustore.ru/catalog/app/a.b', 'https://apps.rustore.ru/app/a.b?from=x'],
    [
      'https://apps.microsoft.com/detail/9NBLGGH5R558?hl=en-us&gl=US',
      'https://www.microsoft.com/de-de/p/microsoft-to-do/9nblggh5r558/0010?activetab=pivot',
    ],
  ])('is the same for %s and %s', (one, other) => {
    expect(storeKey(one)).toBe(storeKey(other))
  })

  it.each([
    ['https://a.example/x', 'https://a.example/X'],
    ['https://a.example/x', 'https://b.example/x'],
    ['https://a.example/x', 'https://a.example:8443/x'],
    ['https://a.example/x?id=a', 'https://a.example/x?id=A'],
    ['https://a.example/x%2Fy', 'https://a.example/x/y'],
    ['https://a.example/x?id=a%26package%3Db', 'https://a.example/x?id=a&package=b'],
    ['https://apps.acme.test/run?app=notes', 'https://apps.acme.test/run?app=todo'],
    ['https://a.example/x?productId=9A', 'https://a.example/x?productId=9B'],
    ['https://a.example/x?packageName=a.b', 'https://a.example/x?packageName=c.d'],
    ['https://a.example/x?ID=1', 'https://a.example/x?ID=2'],
    ['https://a.example/#/notes', 'https://a.example/#/todo'],
    ['https://a.example/#!notes', 'https://a.example/#!todo'],
    ['https://appgallery.huawei.com/#/app/C1', 'https://appgallery.huawei.com/#/app/C2'],
    ['https://apps.apple.com/us/app/foo/id555', 'https://apps.apple.com/us/app/foo/id5555'],
    ['https://apps.apple.com/us/app/foo/id5', 'https://apps.apple.com/us/developer/foo/id5'],
    ['https://apps.apple.com/app/id5', 'https://apps.apple.com.a.example/app/id5'],
    [
      'https://play.google.com/store/apps/details?id=a.b',
      'https://play.google.com/store/apps/details?id=a.B',
    ],
    ['https://play.google.com/store/apps/details?id=7', 'https://play.google.com/store/apps/dev?id=7'],
    ['https://www.rustore.ru/catalog/app/a.b', 'https://www.rustore.ru/catalog/app/a.c'],
    ['https://apps.microsoft.com/detail/9NBLGGH5R558', 'https://apps.microsoft.com/detail/9NBLGGH5R559'],
    [`https://a.example/${'я'.repeat(400)}a`, `https://a.example/${'я'.repeat(400)}b`],
  ])('differs between %s and %s', (one, other) => {
    expect(storeKey(one)).not.toBe(storeKey(other))
  })

  it('is at most 500 printable ASCII characters for any URL', () => {
    const path = fc.string({
      unit: fc.constantFrom('%', '0', '/', '😀', '.', '\u0001', '?', 'id=', '%00'),
      maxLength: 90,
    })
    fc.assert(
      fc.property(path, (tail) => {
        const address = httpUrl.safeParse(`https://a.example/${tail}`)
        fc.pre(address.success)
        const key = storeKey(address.data!)
        expect(key.length).toBeLessThanOrEqual(500)
        expect(key).toMatch(/^[\x21-\x7e]+$/)
      }),
    )
  })

  const word = fc.stringMatching(/^[a-zA-Z0-9]{1,8}$/)
  const parameters = fc.uniqueArray(fc.tuple(word, word), { selector: ([name]) => name, maxLength: 5 })
  const tracking = fc.constantFrom('utm_source', 'utm_x', 'referrer', 'pcampaignid', 'hl', 'gl', 'gclid')
  const kept = parameters.map((pairs) => pairs.filter(([name]) => !/^(hl|gl)$/i.test(name)))
  const addressOf = (pairs: [string, string][]) => `https://a.example/x?${new URLSearchParams(pairs)}`

  it('does not depend on the order of parameters or on tracking parameters', () => {
    fc.assert(
      fc.property(kept, tracking, word, (pairs, name, value) => {
        const other = addressOf([[name, value], ...pairs.toReversed()])
        expect(storeKey(other)).toBe(storeKey(addressOf(pairs)))
      }),
    )
  })

  it('depends on the name and the value of every other parameter', () => {
    fc.assert(
      fc.property(kept, kept, (pairs, others) => {
        const [one, other] = [pairs, others].map((list) => JSON.stringify(list.toSorted()))
        expect(storeKey(addressOf(pairs)) === storeKey(addressOf(others))).toBe(one === other)
      }),
    )
  })

  it('is its own store key', () => {
    const host = fc.constantFrom('a.example', 'apps.apple.com', 'appgallery.huawei.com', 'rustore.ru')
    const path = fc.constantFrom('', '/app/C1', '/us/app/x/id5', '/catalog/app/a.b', '/p')
    const fragment = fc.constantFrom('', '#x', '#/app/C1', '#!/app/C1?a=b&hl=ru')
    fc.assert(
      fc.property(host, path, kept, fragment, (at, where, pairs, hash) => {
        const key = storeKey(`https://${at}${where}?${new URLSearchParams(pairs)}${hash}`)
        expect(storeKey(`https://${key}`)).toBe(key)
      }),
    )
  })
})
