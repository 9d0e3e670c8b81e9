import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invitationUrl } from '../../../../http/admin/record/address.ts'
import { newSecret } from '../../../../src/notifications/webhook/send.ts'
import { findCredential } from '../../../../src/record/rules/find-credential.ts'
import { generateSecret, prefixes } from '../../../../src/record/token-format.ts'
import { credentials } from '../../../support/credentials.ts'
import { processorTime } from '../../../support/processor-time.ts'

describe('a credential', () => {
  it.each(Object.entries(credentials))('is found inside a text: %s', (_, credential) => {
    expect(findCredential(credential)).toBeDefined()
    expect(findCredential(`Use this: ${credential}\nУвидимся завтра.`)).toBeDefined()
    expect(findCredential(`secretlint-disable\n${credential}`)).toBeDefined()
  })

  it('is a token of this service only if its checksum is valid', () => {
    for (const prefix of ['ops', 'llm', 'pft', 'cal'] as const) {
      const secret = generateSecret(prefix)
      // As such, escaped by Markdown, and after other characters.
      for (const text of [`(${secret})`, secret.replace('_', '\\_'), `a_${secret}`, `v1${secret}`])
        expect(findCredential(text)).toBe('portfolio-ops token')
      expect(findCredential(secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0'))).toBeUndefined()
    }
  })

  it('is every secret that this service makes, unless its form tells nothing', async () => {
    const issued: Record<string, string[] | 'no form'> = {
      'src/record/token-format.ts': prefixes.map(generateSecret),
      'src/notifications/webhook/send.ts': [newSecret()],
      'src/people/invitation.ts': [
        invitationUrl('http://127.0.0.1:3000/ops', randomBytes(32).toString('base64url')),
      ],
      // The file of the key, the password of the embedded server, salts and ids of messages leave the server nowhere.
      'src/config/secret-key.ts': 'no form',
      'src/database/embedded/cluster.ts': 'no form',
      'src/database/embedded/server.ts': 'no form',
      'src/access/sealed.ts': 'no form',
      // A challenge to a receiver, of one use.
      'src/notifications/subscription/verify.ts': 'no form',
      // A password, a cookie, and tokens of OAuth, which are random characters alone.
      'src/access/password.ts': 'no form',
      'src/access/session.ts': 'no form',
      'src/people/connection.ts': 'no form',
      'http/oauth/provider.ts': 'no form',
      'http/admin/html/post-form.ts': 'no form',
    }
    const makers = globSync('{src,http,mcp,cli,telemetry}/**/*.ts').filter((path) =>
      /\b(randomBytes|randomInt|getRandomValues|nanoid)\(|accessTokenFormat/.test(readFileSync(path, 'utf8')),
    )
    expect(makers.toSorted()).toEqual(Object.keys(issued).toSorted())
    for (const secret of Object.values(issued).flatMap((secrets) => (secrets === 'no form' ? [] : secrets)))
      for (const text of [secret, `Here: ${secret}.`, secret.replaceAll('_', '\\_')])
        expect(findCredential(text), text).toBeDefined()
  })

  it.each([
    'https://play.google.com/store/apps/details?id=com.example.scanner&hl=ru#reviews',
    'com.example.scanner_pro, bundle com.example.Scanner-Pro, order GPA.3345-1234-5678-90123',
    'Fixed in commit 0635e05abf7c1a2b3c4d5e6f708192a3b4c5d6e7 of github.com/example/app',
    'Product code QmFzZTY0IGxvb2tpbmcgcHJvZHVjdCBjb2Rl, key of the tariff: PRO-2026',
    'The database runs at postgres://localhost:5432/portfolio; ask Anna for the password.',
    'Revoke tokens that begin with ghp_, sk-proj-, AKIA or -----BEGIN PRIVATE KEY-----.',
    'Send the token as Authorization: Bearer <ACCESS_TOKEN>, or Bearer %PORTFOLIO_TOKEN%, not as Basic.',
    'Bearer authentication-and-authorization of the API; the bearer confirmed 2026-11-26T10:00:00.',
    'Заголовок Authorization: Bearer передаёт токен доступа; ключи y0_ и t1. отозваны, AQVN тоже.',
    'Добавить вход через VK (vk1.a), Яндекс ID и Google (ya29, GOCSPX) в приложение t1.example.com.',
    'The format is eyJ….eyJ….signature; run pip install pypi-attestations-and-publishing-helper-2.',
    'Published as pypi-server.example.com/simple/portfolio-ops-client/0.1.0/files, see y2_report_final.',
    'PGP: -----BEGIN PGP PRIVATE KEY BLOCK-----, then Version: GnuPG v2, then the key itself.',
    'Keys of OpenRouter (sk-or-v1-), DigitalOcean (dop_v1_), xAI (xai-) and Supabase (sbp_) are rotated in May.',
    'Verify the secret whsec_ of each webhook; the page is /admin/invitation and the key is key-value-store-of-the-app.',
    'Branch feature/live_test_of_the_new_onboarding_flow_for_returning_customers, see re_engagement_campaign_2026.',
    'Ticket SK-2291, pat-eu1 region, LTAI is a prefix of Alibaba, patch 4.2.1, TEST_OF_THE_AKID_AND_EAA_PREFIXES.',
    'account_id: 123456789012, chat 12345678:AAPL, 550e8400-e29b-41d4-a716-446655440000',
  ])('is not %s', (text) => {
    expect(findCredential(text)).toBeUndefined()
  })

  it('is not found in ordinary words, numbers, hashes and links', () => {
    const russian = fc.constantFrom(
      ...'договор приложение сканер документов Яндекс ВКонтакте подписка'.split(' '),
    )
    const word = fc.oneof(
      russian,
      fc.constantFrom(
        'Bearer токен',
        'the bearer of',
        'token',
        't1.',
        'y0_',
        'pypi-',
        'vk1.a.',
        'ya29.',
        'AQVN',
        'eyJ',
      ),
      fc.lorem(),
      fc.webUrl(),
      fc.uuid(),
      fc.base64String({ maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 7, maxLength: 64 }),
      fc.string({ unit: 'grapheme' }),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (words) => {
        expect(findCredential(words.join(' '))).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })

  it('is searched in time linear in the length of the text', async () => {
    const prefixes = [
      'ghs_',
      'ghs_1_',
      'figd_',
      'sk-ant-api03-',
      'mongodb://a:',
      'https://',
      't1.',
      't1.a.',
      '-eyJ',
      'eyJhbGciOiJIUzI1.eyJ',
      'Bearer ',
      'pypi-',
      'y0_',
      '-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: ',
      'xoxb-a-',
      'SG.a.',
    ]
    const time = await processorTime(() => {
      for (const prefix of [...prefixes, '-----BEGIN PRIVATE KEY-----\n', 'aws_secret_access_key = '])
        for (const after of ['', 'a'.repeat(30), 'a-'.repeat(400), ' '.repeat(900)])
          findCredential((prefix + after).repeat(50_000 / prefix.length).slice(0, 50_000))
    })
    expect(time).toBeLessThan(5000)
  })
})
