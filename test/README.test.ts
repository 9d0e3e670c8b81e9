import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dataFolder, run, serve } from './cli/cli.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? '')
const commands = blocks.flatMap((block) => block.trim().split('\n\n'))

it('shows commands that the server accepts, in their order', async () => {
  const DATA_DIR = await dataFolder()
  const server = await serve({ DATA_DIR })
  const created = await run({ DATA_DIR }, 'token', 'create', '--agent', 'tour', '--json')
  const token = JSON.parse(created.out).secret
  const { port } = new URL(server.url)
  const answers = []
  for (const command of commands) {
    expect(command).toMatch(/^curl -sS http:\/\/127\.0\.0\.1:3000\//)
    const { status, body } = await shell(command.replace(':3000', `:${port}`), token)
    expect([command, status, body.errors]).toEqual([command, expect.stringMatching(/^20[01]$/), undefined])
    answers.push(body)
  }
  const keys = answers.map((body) => Object.keys(body).find((key) => key !== 'message'))
  expect(keys).toEqual([
    'directions',
    'product',
    'app',
    'app',
    'signal',
    'insight',
    'economics',
    'decision',
    'rule',
    'portfolio',
    'reply',
  ])
  expect(answers[1].product.slug).toBe('skaner-chekov')
  expect(answers[7].decision.tasks).toMatchObject([{ owner: 'Ivan' }, { owner: 'Anna' }])
  expect(answers.at(-2)).toMatchObject({
    portfolio: { health: 'attention', products_count: 1, apps_count: 2 },
    products: [{ slug: 'skaner-chekov', name: 'Сканер чеков' }],
    // Once the review of the decision is due, it comes first.
    need_attention: expect.arrayContaining([
      expect.objectContaining({
        title: 'Purchases fell by a third after the new paywall',
        product_slug: 'skaner-chekov',
      }),
    ]),
    canon: [{ title: 'No paywall before the first success' }],
  })
})

it('documents every environment variable', () => {
  const config = readFileSync(new URL('../src/config/config.ts', import.meta.url), 'utf8')
  const variables = [...config.matchAll(/^ {4}([A-Z_]+): /gm)].map((match) => match[1])
  expect(variables.length).toBeGreaterThan(15)
  for (const name of variables.filter((name) => name !== 'NODE_ENV')) expect(readme).toContain(`\`${name}\``)
})

/** Runs a command unchanged, with a curl that also writes the status to stderr. */
async function shell(command: string, token: string) {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-ops-curl-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { PATH = '' } = process.env
  const curl = join(folder, 'curl')
  await writeFile(curl, `#!/bin/sh\nPATH="$REAL_PATH" exec curl -w '%{stderr}%{http_code}' "$@"\n`)
  await chmod(curl, 0o755)
  const env = { PATH: `${folder}:${PATH}`, REAL_PATH: PATH, PORTFOLIO_TOKEN: token }
  const child = spawn('sh', ['-c', command], { env })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  await once(child, 'close')
  return { status: err, body: JSON.parse(out) }
}
