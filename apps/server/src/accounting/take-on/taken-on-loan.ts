/**
 * The loan that has a number of the earlier system. Numbers that differ only in capital letters are one number. The same
 * letters come first, because an earlier version took both on.
 */
export function takenOnLoan(earlierLoanNo: string): string {
  return `select earlier_loan_no, take_on_id, borrower_id, loan_id from taken_on_loan
    where lower(earlier_loan_no) = lower(${earlierLoanNo}::text)
    order by earlier_loan_no = ${earlierLoanNo}::text desc limit 1`;
}
