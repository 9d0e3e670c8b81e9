import { Fault } from '../../record/fault.ts'

/** The message of `cursor_expired` on every surface. */
export const cursorExpiredMessage = 'The cursor has expired. Start again without one.'

/** Returns the fault of a cursor that another server or timeline made. */
export function cursorExpired(): Fault {
  return new Fault('cursor_expired', cursorExpiredMessage)
}
