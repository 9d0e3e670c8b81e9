import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slugOf } from '../../../src/record/slug-of.ts'

describe('a slug', () => {
  it.each([
    ['Сканер QR', 'skaner-qr'],
    ['Большой Ґрунт', 'bolshoy-grunt'],
    ['Қазақша әліппе', 'kazaksha-alippe'],
    ['Подъезд', 'podezd'],
  ])('of the name %s is %s', (name, slug) => {
    expect(slugOf(name, 'product')).toBe(slug)
  })

  it('of any name leaves room for a number, has plain letters and digits, and is neither a number nor empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
        const slug = slugOf(name, 'product')
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(slug).not.toMatch(/^\d+$/)
        expect(slug.length).toBeLessThanOrEqual(90)
      }),
    )
  })
})
