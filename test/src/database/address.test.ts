import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'

describe.each(['DATABASE_URL', 'DATABASE_REPLICA_URLS'] as const)('%s', (name) => {
  it.each([
    'postgres://',
    'postgres:///portfolio',
    'postgres://db.example',
    'postgres://db.example/',
    'postgres://me:100%@db.example/portfolio',
    'postgres://me:se/cret@db.example/portfolio',
    'mysql://db.example/portfolio',
    'postgres://db1.example:5432,/portfolio',
    'postgres://db1.example:5432,db2.example:x/portfolio',
    'hunter2',
  ])('rejects %s with an example', (url) => {
    expect(() => readConfig({ [name]: url })).toThrow(
      `${name}: must be a URL with a host and a database, such as postgres://user:password@host:5432/database; write a % in the password as %25`,
    )
  })

  it.each([
    'postgres://me:100%25@db.example/portfolio?sslmode=require',
    'postgresql://%2Frun%2Fpg/portfolio',
    'postgres://me:secret@/portfolio?host=/run/pg',
    'postgres:///portfolio?host=/run/pg&port=5433',
    'postgres://me:secret@/portfolio?host=/cloudsql/project:region:instance',
    'postgres://me@/portfolio?host=/run/a%2Cdb.example&port=5432%2C5433',
    'postgres://me@[::1]:5432/portfolio?options=-c%20search_path%3Dapp%2Cpublic',
    'postgres://me@db.example/portfolio?options=-c search_path=app',
    'postgres://me@db.example/portfolio?sslmode=verify-full&sslrootcert=system',
  ])('accepts %s', (url) => {
    expect([readConfig({ [name]: url })[name]].flat()).toEqual([url])
  })
})

it.each([
  [
    'schema=app',
    'must not have the parameter "schema", which PostgreSQL does not know; to keep the tables in a schema, write options=-c%20search_path%3Dapp instead',
  ],
  [
    'sslmode=yes',
    'must have one of disable, allow, prefer, require, no-verify, verify-ca, verify-full as sslmode',
  ],
  [
    'sslmode=verify-ca',
    'must have sslrootcert, the path of a file with the certificate of the authority, if sslmode is verify-ca',
  ],
  ['sslmode=require&sslrootcert=/nowhere', 'must have the path of a readable file as sslrootcert'],
])('DATABASE_URL with the parameter %s is rejected', (parameter, rule) => {
  expect(() => readConfig({ DATABASE_URL: `postgres://me@db.example/ops?${parameter}` })).toThrow(
    `DATABASE_URL: ${rule}`,
  )
})
