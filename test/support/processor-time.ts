/**
 * Returns the processor time in milliseconds that this thread spends on a callback. Unlike a duration, it does not
 * depend on what else the machine does.
 */
export async function processorTime(callback: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await callback()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
