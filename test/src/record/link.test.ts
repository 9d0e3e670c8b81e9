import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { link } from '../../../src/record/link.ts'
import { safeValidate } from '../../../src/record/validate.ts'

describe('a link', () => {
  it('has no blank and no control character in it', () => {
    expect(link.parse(' https://a.test/x?y=ж \n')).toBe('https://a.test/x?y=ж')
    for (const odd of ['\n', '\t', ' ', '\u0001', '\u007f', '\u0085', '\u00a0', '\u2028'])
      for (const url of [`http://x${odd}.io`, `http://${odd}x.io`, `http://x.io/${odd}a`])
        expect(safeValidate(z.object({ url: link }), { url }).errors).toEqual({
          url: ['The url field must be a valid URL.'],
        })
  })

  it.each(['https://@a.b/1', 'https://:@a.b/1', 'https://a.b\\@c.d/1', 'https://.', 'https://u:p@a.b'])(
    '%s is none: not everybody would read the same host in it',
    (url) => {
      expect(safeValidate(z.object({ url: link }), { url }).errors).toEqual({
        url: ['The url field must be a valid URL.'],
      })
    },
  )

  it('may have an @ behind its host', () => {
    expect(link.parse('https://a.test/@us?to=x@y.z#@')).toBe('https://a.test/@us?to=x@y.z#@')
  })
})
