/** What staff may ask a borrower to show: what an employer paid, or what came and went by mobile money. */
export const EVIDENCE_KINDS = ['payslip', 'mobile_money_statement'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export const MOST_EVIDENCE_PICTURES = 3;
