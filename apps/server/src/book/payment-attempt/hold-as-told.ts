import type { Permission } from '@thumba/contract/staff/permissions';

/**
 * Why a payment waits, as a person of staff is told. A payment under review may wait because of a case of compliance. A
 * role that sees no cases is told only that a person has to look at it.
 */
export function holdAsTold<Code extends string | null>(
  code: Code,
  { permissions }: { permissions: readonly Permission[] },
): Code | 'needs_person' {
  return code === 'under_review' && !permissions.includes('seeCases') ? 'needs_person' : code;
}
