import type { Guard } from './guard.ts'

/** Guards to start from. */
export const guardExamples: Pick<Guard, 'guard_when' | 'guard_effect'>[] = [
  {
    guard_effect: 'refuse',
    guard_when:
      "write.kind == 'product' && after.product_focus == 'scale' && (product.portfolio_status in ['frozen','sunset'] || direction.status != 'active')",
  },
  {
    guard_effect: 'propose',
    guard_when:
      "write.kind == 'product' && write.action == 'create' && write.actor == 'agent' && after.portfolio_status != 'candidate'",
  },
  {
    guard_effect: 'refuse',
    guard_when:
      "write.kind == 'economics' && after.economics_status == 'confirmed' && after.store_confirmation_summary == null",
  },
]
