/** Why something cannot be done with a record as it is. */
export const refusal = {
  inUse: 'The {kind} is still in use and cannot be deleted.',
  applicationIsArchived: 'The application is archived. Restore it before you change it.',
  mainAgentName: 'The agent "main" cannot be renamed.',
  mainAgent: 'The agent "main" cannot be deleted.',
  tokenIsRevoked: 'The token is revoked.',
  lastAdmin:
    'This user is the last active admin. Make another user an active admin before you change the role or status.',
  tooManyFilters: 'You have {count} saved filters, which is the maximum. Delete one first.',
  invitationEnded: 'This link is not valid any more. Ask an admin for a new one.',
  rightsChanged:
    'Your role, your status or the abilities of your token changed during the request. Send it again.',
  otherSecretKey: 'SECRET_KEY cannot decrypt what is stored.',
  otherSecretKeyAdvice: 'Ask the administrator of the server to run "portfolio-ops doctor".',
  noLongerExists: 'The record no longer exists.',
  mayNotChange: 'You may not change this record.',
  mustBeDecided: 'An admin must decide on this change.',
  heldAmongOthers: '{rule} Alone, the change becomes a proposal.',
  cannotWithdraw: 'Such a record cannot be withdrawn.',
  withdrawnAlready: 'The record is withdrawn already.',
  stillUsed: 'The record cannot be withdrawn, because records of others rest on it.',
  cannotDelete: 'Such a record cannot be deleted.',
  cannotRevert: 'This change cannot be reverted.',
  cannotRevertKind: 'Changes of such records cannot be reverted.',
  setNoField: 'This change cannot be reverted. It set no field that a user may set.',
  changedNoField: 'Only changed fields can be reverted. This entry is "{event}".',
  nothingChosen: 'Nothing was reverted, because every field was changed again. Tick those to revert.',
  cannotUndo: 'Such a change cannot be undone.',
  restoredSince: 'The record was restored or changed since.',
  valuesNotKept: 'This deletion cannot be reverted, because the values of the record were not kept.',
  deletedLongAgo: 'The record was deleted more than {days} days ago and cannot be restored.',
  ownerIsDeleted: 'The {kind} that the record belongs to is deleted. Restore it first.',
  namedOwnerIsDeleted: 'The {kind} "{title}" that the record belongs to is deleted. Restore it first.',
  severalActors: 'The changes are of several actors. Choose one.',
  tooManyChanges:
    'More than {limit, number} changes match. They can be undone only in smaller parts: choose a shorter time.',
  tooManyRecords:
    'More than {limit, number} records match. They can be undone only in smaller parts: choose a shorter time.',
  otherSet:
    'The changes, or what can be undone of them, are no longer those of the page. Look at the present preview and decide again.',
  notAll: 'Nothing was undone, because not all of the changes can be undone.',
} as const
