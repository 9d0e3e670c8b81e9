import type { Pool } from 'pg'
import { limitedCheck } from './limited-check.ts'

const timeoutMs = 1000

/** The number of replicas, and of those that do not answer within a second. */
export type ReplicaState = { total: number; unavailable: number }

/** Returns a function that checks all replicas. */
export function replicaCheck(replicas: Pool[]): () => Promise<ReplicaState> {
  const checks = replicas.map((replica) => limitedCheck(() => answers(replica), timeoutMs))
  return async () => {
    const results = await Promise.all(checks.map((check) => check()))
    return { total: results.length, unavailable: results.filter((answered) => !answered).length }
  }
}

async function answers(replica: Pool): Promise<boolean> {
  try {
    await replica.query('select 1')
    return true
  } catch {
    return false
  }
}
