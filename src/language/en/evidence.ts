export const evidence = {
  evidence: 'Evidence',
  evidenceFor: 'Evidence for',
  record: '{kind} {id}',
} as const
