import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { httpUrl } from '../../../../src/record/rules/http-url.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'

describe('a link', () => {
  it('is rejected with white space or a control character in it', () => {
    expect(httpUrl.parse(' https://a.test/x?y=ж \n')).toBe('https://a.test/x?y=ж')
    for (const odd of ['\n', '\t', ' ', '\u0001', '\u007f', '\u0085', '\u00a0', '\u2028'])
      for (const url of [`http://x${odd}.io`, `http://${odd}x.io`, `http://x.io/${odd}a`])
        expect(safeValidate(z.object({ url: httpUrl }), { url }).errors).toEqual({
          url: ['The url field must be a valid URL.'],
        })
  })

  it.each(['https://@a.b/1', 'https://:@a.b/1', 'https://a.b\\@c.d/1', 'https://.', 'https://u:p@a.b'])(
    'is rejected where programs may read different hosts in it: %s',
    (url) => {
      expect(safeValidate(z.object({ url: httpUrl }), { url }).errors).toEqual({
        url: ['The url field must be a valid URL.'],
      })
    },
  )

  it('may have an @ after its host', () => {
    expect(httpUrl.parse('https://a.test/@us?to=x@y.z#@')).toBe('https://a.test/@us?to=x@y.z#@')
  })
})
