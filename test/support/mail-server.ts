import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { onFileFinished } from './cleanup.ts'

/** A mail that the server has accepted: the envelope, and the message as it was sent. */
export type ReceivedMail = { from: string; to: string; message: string }

/**
 * Starts a mail server that speaks SMTP. `answer` is the code for each message, and how long it takes. It is stopped after the
 * test file.
 */
export async function makeMailServer(): Promise<{
  url: string
  mails: ReceivedMail[]
  commands: string[]
  answer: { code: number; afterMs: number }
}> {
  const mails: ReceivedMail[] = []
  const commands: string[] = []
  const answer = { code: 250, afterMs: 0 }
  const server = createServer((socket) => {
    let [buffer, isData, from, to] = ['', false, '', '']
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 mail.test')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      buffer += chunk
      for (;;) {
        const end = isData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n')
        if (end < 0) return
        const text = buffer.slice(0, end)
        buffer = buffer.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          if (answer.code === 250) mails.push({ from, to, message: text })
          const result = `${answer.code} ${answer.code === 250 ? 'Accepted' : 'Rejected'}`
          setTimeout(() => socket.writable && say(result), answer.afterMs)
          continue
        }
        commands.push(text)
        const command = text.slice(0, 4).toUpperCase()
        if (command === 'MAIL') from = text
        if (command === 'RCPT') to = text
        isData = command === 'DATA'
        say(
          command === 'EHLO'
            ? '250 mail.test'
            : isData
              ? '354 Go on'
              : command === 'QUIT'
                ? '221 Bye'
                : command === 'STAR'
                  ? '502 Not implemented'
                  : '250 OK',
        )
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onFileFinished(async () => server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails, commands, answer }
}
