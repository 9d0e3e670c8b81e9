import { statementChannel } from './statement-channel.ts'
import type { MikroORM } from './transaction.ts'

/** Runs one statement that writes. It is a transaction of its own on the primary. */
export async function runStatement(
  orm: MikroORM,
  { text, values }: { text: string; values: unknown[] },
): Promise<void> {
  const pool = await orm.em.getConnection().getNativeClient()
  await statementChannel.tracePromise(() => pool.query(text, values), { text })
}
