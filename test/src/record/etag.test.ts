import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { etagOf, matchesTag } from '../../../src/record/etag.ts'

describe('matchesTag', () => {
  it.each(['W/"abc-br"', 'W/"abc-gzip"'])('matches %s, whose end looks like the suffix of a proxy', (tag) => {
    for (const sent of [tag, tag.replace(/"$/, '-gzip"'), tag.slice(2)])
      expect(matchesTag(sent, tag)).toBe(true)
    expect(matchesTag('"abc"', tag)).toBe(false)
  })

  it('finds an ETag anywhere in a list and no other', () => {
    const tag = fc.string().map(etagOf)
    fc.assert(
      fc.property(tag, fc.array(tag), fc.boolean(), (etag, tags, weak) => {
        const others = tags.filter((other) => other !== etag)
        const sent = weak ? etag : etag.slice(2)
        expect(matchesTag([...others, sent].join(', '), etag)).toBe(true)
        expect(matchesTag(others.join(','), etag)).toBe(false)
      }),
    )
  })
})
