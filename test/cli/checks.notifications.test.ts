import { expect, it } from 'vitest'
import { query } from '../support/cluster.ts'
import { ownDatabase } from './cli.ts'
import { runHere } from './here.ts'

it('makes doctor fail while a webhook or a channel is paused, or has been failing for an hour', async () => {
  const url = await ownDatabase()
  await query(
    url,
    `insert into webhooks (name, url, events, secret, cursor, state, state_reason, created_by, updated_by)
       values ('hooks.example.com', 'https://hooks.example.com', '["*"]', '', '', 'paused', 'A backup was restored.', '{}', '{}');
     insert into channels (name, kind, cursor, failing_since, created_by, updated_by)
       values ('Slack', 'slack', '', now() - interval '2 hours', '{}', '{}')`,
  )
  const { code, out } = await runHere({ DATABASE_URL: url }, 'doctor')
  expect(code).toBe(1)
  expect(out.match(/^fail +notifications: .*$/m)?.[0]).toMatch(
    /: paused: webhook hooks\.example\.com\. A backup was restored\. failing for more than an hour: channel Slack\. An unexpected error.* See \/admin\/notifications\.$/,
  )
})
