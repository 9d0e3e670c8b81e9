import { createConnection } from 'node:net'
import { expect, it } from 'vitest'
import { fileError, fileErrorReason } from '../../../src/database/file-error.ts'

const systemError = (code: string, syscall: string) =>
  Object.assign(new Error(`${code}: raw`), { code, syscall })

it('says that permission is denied, in plain words', () => {
  const denied = systemError('EACCES', 'open')
  expect(fileError('/a/b', 'read', denied)).toEqual(
    new Error('/a/b cannot be read: permission denied. Run the command as a user with access to it.'),
  )
  expect(fileErrorReason(denied)).toBe('permission denied')
})

it('returns an error that is not about a file as it is', async () => {
  const lost = systemError('ECONNRESET', 'read')
  expect(fileError('/a/b', 'read', lost)).toBe(lost)
  expect(fileErrorReason(lost)).toBe('ECONNRESET: raw')
  const error = await new Promise((resolve) => createConnection('/no/such/socket').on('error', resolve))
  expect(fileError('/a/b', 'written', error)).toBe(error)
})
