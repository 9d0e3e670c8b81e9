import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'

describe('SMTP_URL and MAIL_FROM', () => {
  const SMTP_URL = 'smtps://user:p%40ss@mail.example.com:465'

  it('are set together or not at all', () => {
    expect(faultsOf({ SMTP_URL })).toEqual([expect.stringMatching(/^MAIL_FROM: must be set/)])
    expect(faultsOf({ MAIL_FROM: 'ops@example.com' })).toEqual([
      expect.stringMatching(/^SMTP_URL: must be set/),
    ])
    expect(readConfig({ SMTP_URL, MAIL_FROM: 'ops@example.com' }).SMTP_URL).toBe(SMTP_URL)
  })

  it('are a mail server and a sender', () => {
    for (const MAIL_FROM of ['ops@example.com', 'Operations <ops@example.com>'])
      expect(readConfig({ SMTP_URL, MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM)
    for (const MAIL_FROM of ['ops', 'Operations <ops>', 'a@b <c@d> e@f', 'Ops\n<ops@example.com>'])
      expect(faultsOf({ SMTP_URL, MAIL_FROM })).toEqual([
        expect.stringMatching(/^MAIL_FROM: must be an email/),
      ])
    expect(faultsOf({ SMTP_URL: 'mail.example.com', MAIL_FROM: 'ops@example.com' })).toEqual([
      expect.stringMatching(/^SMTP_URL: must be a URL such as smtp:/),
    ])
  })
})

/** Returns the lines that report invalid variables. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    const [, ...faults] = (error as Error).message.split('\n  ')
    return faults
  }
}
