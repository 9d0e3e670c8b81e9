import type { Client } from 'pg'

// biome-ignore lint/suspicious/noExplicitAny: TypeScript requires these parameters of a class that is extended
type ClientClass = new (...args: any[]) => Client

const notVerified =
  'The server did not prove that it knows the password (SCRAM), so it is not the embedded database.'

/**
 * Returns a subclass that connects only to a server which proves by SCRAM that it knows the password. pg would send the
 * password to any server that asks for it, and any local program can listen on a port that PostgreSQL has left.
 */
export function requireScram<C extends ClientClass>(Base: C): C {
  return class extends Base {
    // biome-ignore lint/suspicious/noExplicitAny: TypeScript requires these parameters of a mixin
    constructor(...args: any[]) {
      super(...args)
      const { connection } = this
      const refuse = () => connection.stream.destroy(new Error(notVerified))
      let isVerified = false
      // These listeners run before those of pg, which are added on connecting.
      connection.on('authenticationCleartextPassword', refuse)
      connection.on('authenticationMD5Password', refuse)
      // pg verifies the signature in this message, and fails if it is wrong.
      connection.on('authenticationSASLFinal', () => {
        isVerified = true
      })
      // What follows in the same packet must not be taken for a success.
      connection.on('error', () => connection.stream.destroy())
      connection.on('authenticationOk', () => {
        if (!isVerified) refuse()
      })
    }
  }
}
