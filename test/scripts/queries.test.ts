import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('the files in queries show the statements of src', async () => {
  const script = join(import.meta.dirname, '../../scripts/queries.ts')
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toEqual({
    stdout: '',
    stderr: '',
  })
})
