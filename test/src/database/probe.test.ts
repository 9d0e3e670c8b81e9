import { expect, it } from 'vitest'
import { describeFailure } from '../../../src/database/probe.ts'

const append = (parameters: string) => expect.stringContaining(`Append ${parameters} to DATABASE_URL`)

it.each([
  ['unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', append('sslrootcert=FILE')],
  ['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', append('sslrootcert=FILE')],
  ['connection requires a valid client certificate', '28000', append('sslcert=FILE and sslkey=FILE')],
  ['certificate has expired', 'CERT_HAS_EXPIRED', expect.stringContaining('expired. Renew the certificate')],
  ['certificate is not yet valid', 'CERT_NOT_YET_VALID', expect.stringContaining('Correct the clock')],
])('says what helps against "%s"', (message, code, advice) => {
  expect(describeFailure(Object.assign(new Error(message), { code }), 'db.example').message).toEqual(advice)
})
