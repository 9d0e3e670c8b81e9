const letters = (count: number) => 'aB3dE5gH7j'.repeat(count / 10 + 1).slice(0, count)

/**
 * Invented credentials in the formats of well-known providers. Assembled here, so that scanners of this repository
 * accept the file.
 */
export const credentials = {
  'AWS access key': `AKIA${letters(16).toUpperCase()}`,
  'AWS secret key': `aws_secret_access_key = ${letters(40)}`,
  'GitHub token': `ghp_${letters(36)}`,
  'fine-grained GitHub token': `github_pat_${letters(82)}`,
  'GitLab token': `glpat-${letters(20)}`,
  'Google API key': `AIza${letters(35)}`,
  'npm token': `npm_${letters(36)}`,
  'Slack token': `xoxb-${1234567890}-${letters(24)}`,
  'Stripe key': `sk_live_${letters(24)}`,
  'Telegram bot token': `${123456789}:AA${letters(33)}`,
  'Anthropic key': `sk-ant-api03-${letters(93)}AA`,
  'OpenAI key': `sk-${letters(20)}T3BlbkFJ${letters(20)}`,
  'password in a link': 'https://anna:pa55word@example.com/',
  'password of a database': 'postgres://anna:pa55word@db.example.com/portfolio',
  'password in Cyrillic': 'postgres://анна:пароль@сервер/база',
  'private key in short lines': `-----BEGIN PRIVATE KEY-----\n${`MII${letters(7)}\n`.repeat(12)}-----END PRIVATE KEY-----`,
  'private key': `-----BEGIN RSA PRIVATE KEY-----\n${letters(64)}\n-----END RSA PRIVATE KEY-----`,
  'PGP key with headers': `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2.2\nComment: key of the release\n\nlQOYB${letters(64)}\n=ab12\n-----END PGP PRIVATE KEY BLOCK-----`,
  'encrypted private key': `-----BEGIN RSA PRIVATE KEY-----\r\nProc-Type: 4,ENCRYPTED\r\nDEK-Info: AES-256-CBC,0011AABB\r\n\r\n${letters(64)}\r\n`,
  'Yandex OAuth token': `y0_AgAAAA${letters(48)}`,
  'Yandex IAM token': `t1.9euelZ${letters(60)}.${letters(86)}`,
  'Yandex API key': `AQVN${letters(36)}`,
  'VK access token': `vk1.a.${letters(180)}`,
  'PyPI token': `pypi-AgEIcHlwaS5vcmc${letters(120)}`,
  'Google access token': `ya29.a0Af${letters(100)}`,
  'Google client secret': `GOCSPX-${letters(28)}`,
  'JSON Web Token': `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${letters(43)}`,
  'unsigned JSON Web Token': 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjM0In0.',
  'header with a bearer token': `Authorization: Bearer ${letters(32)}`,
  'bearer token with signs': `curl -H 'authorization: bearer 0a1b-2c3d.4e5f~6a7b+8c9d/${letters(10)}=='`,
  'escaped GitHub token': `ghp\\_${letters(36)}`,
}
