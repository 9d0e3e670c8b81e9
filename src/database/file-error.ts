const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'a folder of its path does not exist',
  EEXIST: 'a file of this name exists',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENAMETOOLONG: 'its name is too long',
  // Also the error when a symbolic link is opened with O_NOFOLLOW.
  ELOOP: 'it is a symbolic link, or its path has too many of them',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this user is used up',
  EFBIG: 'it is larger than the file system allows',
  EIO: 'the disk reported an error',
}

/** Returns in plain words why a file or folder cannot be used, or undefined if the error is not about a file. */
function reasonOf(error: unknown): string | undefined {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  // A connection to a socket file fails with the same codes.
  return syscall === 'connect' ? undefined : reasons[code]
}

/** Returns the reason of an error with a file or folder: in plain words, or else as the system says it. */
export function fileErrorReason(error: Error): string {
  return reasonOf(error) ?? error.message
}

/**
 * Returns the error that says why the file `path` cannot be read or written, or `error` itself if it is another error.
 */
export function fileError(path: string, verb: 'read' | 'written', error: unknown): unknown {
  const reason = reasonOf(error)
  if (!reason) return error
  const { code } = error as NodeJS.ErrnoException
  const problem = code === 'ENOENT' && verb === 'read' ? 'does not exist' : `cannot be ${verb}: ${reason}`
  const advice = reason === reasons.EACCES ? ' Run the command as a user with access to it.' : ''
  return new Error(`${path} ${problem}.${advice}`, { cause: error })
}
