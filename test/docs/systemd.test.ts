import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { find, run } from '../support/program.ts'

const unit = readFileSync(new URL('../../docs/systemd/portfolio-ops.service', import.meta.url), 'utf8')
const analyze = find('systemd-analyze')
const unavailable = analyze ? '' : ' (skipped: systemd-analyze is not installed)'

describe(`the systemd unit${unavailable}`, () => {
  it.skipIf(!analyze)('has no fault that systemd finds', async () => {
    expect(await verify(unit)).toEqual({ code: 0, output: '' })
  })

  it.skipIf(!analyze)('is verified: an unknown setting is found', async () => {
    const { output } = await verify(unit.replace('ProtectSystem=', 'ProtectTheSystem='))
    expect(output).toContain('ProtectTheSystem')
  })
})

it('stops the server only after the time that it takes at most', () => {
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10)
})

// systemd also looks for the program, which is elsewhere on other machines.
async function verify(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'portfolio-ops-systemd-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'portfolio-ops.service')
  writeFileSync(path, text.replace('/usr/bin/node', process.execPath))
  return run(analyze ?? '', ['verify', path], { env: {} })
}
