import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'

describe('HOST', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://0.0.0.0:3000'],
    ['::1', 'http://[::1]:3000'],
    ['localhost', 'http://localhost:3000'],
    ['portfolio-ops.internal', 'http://portfolio-ops.internal:3000'],
  ])('%s makes %s', (HOST, url) => {
    expect(readConfig({ HOST }).PUBLIC_URL).toBe(url)
  })

  it.each(['256.1.1.1', '1.2.3.4.5', 'two words', 'a/b', 'me@home', ':3000', '[::1]', '::1%lo'])(
    '%s is refused, and not repeated',
    (HOST) => {
      const fault =
        /^The environment is not valid[^\n]*\n {2}HOST: must be an IP address or the name of a host$/
      expect(() => readConfig({ HOST })).toThrow(fault)
    },
  )
})

describe.each(['PORTFOLIO_TOKENS', 'LLM_API_KEYS'])('%s', (name) => {
  const random = 'k2V9xQ7mZ4tB1nR8wL5cY3dF6hJ0sA'

  it.each(['your-portfolio-token-goes-here', 'TODO-TODO-TODO-TODO-TODO-TODO', random.slice(0, 23)])(
    'with %s among them stop production, and are warned of elsewhere',
    (weak) => {
      const environment = { [name]: `${random},${weak}` }
      expect(() => readConfig({ NODE_ENV: 'production', ...environment })).toThrow(`  ${name}: each token`)
      expect(readConfig(environment).warnings).toEqual([expect.stringMatching(`^${name}: each token`)])
    },
  )

  it('of random characters are accepted', () => {
    expect(readConfig({ NODE_ENV: 'production', [name]: random }).warnings).toEqual([])
  })
})
