import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeAssistantWorld } from '../support/assistant.ts'
import { makeProvider, sendReply } from '../support/provider.ts'

it.each([
  ['without BOT_TOKEN', {}],
  ['with BOT_TOKEN', { BOT_TOKEN: 'a secret of the bots' }],
])('shows a bot that works unchanged %s and has at most ten lines of its own', async (_, token) => {
  const page = await readFile('docs/bots.md', 'utf8')
  const example = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const lines = example.split('\n').filter((line) => /[a-z]/i.test(line) && !line.startsWith('import'))
  expect(lines.length).toBeLessThanOrEqual(10)
  const provider = await makeProvider()
  provider.respondWith((response, { body }) => sendReply(response, `Heard: ${body.messages.at(-1)?.content}`))
  const world = await makeAssistantWorld({ LLM_BASE_URL: provider.url, LLM_API_KEY: 'key', ...token })
  const PORTFOLIO_OPS_URL = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-ops-bot-'))
  try {
    await writeFile(join(folder, 'bot.mjs'), example)
    const bot = spawn(process.execPath, [join(folder, 'bot.mjs')], {
      env: { ...process.env, ...token, PORTFOLIO_OPS_URL },
    })
    bot.stdin.end('Hello\nAnd again\n')
    let out = ''
    for await (const part of bot.stdout) out += part
    expect(out).toBe('Heard: Hello\nHeard: And again\n')
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('documents every variable of the bots and their provider', async () => {
  const page = await readFile('docs/bots.md', 'utf8')
  const config = await readFile('src/config/config.ts', 'utf8')
  const names = [...config.matchAll(/\b(LLM|BOT)_[A-Z_]+(?=:)/g)].map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['LLM_BASE_URL', 'LLM_MODEL', 'BOT_DAILY_REPLIES']))
  for (const name of new Set(names)) if (name !== 'LLM_API_KEYS') expect(page).toContain(`\`${name}\``)
})

it('documents what every client of open endpoints can do with a known contact_id', async () => {
  const page = await readFile('docs/bots.md', 'utf8')
  const section = /## Open and closed endpoints\n([\s\S]*?)\n## /.exec(page)?.[1] ?? ''
  expect(section).toContain('Without `BOT_TOKEN` the three endpoints accept every request.')
  expect(section).toContain('Everyone who can reach them can')
  expect(section).toContain('read a conversation back: a message with the `contact_id` of another contact')
  expect(section).toContain('A `contact_id` is not a secret.')
})
