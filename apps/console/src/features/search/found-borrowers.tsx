import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { CallFailure, mayPass, sentenceOf } from '../../platform/call-failure.ts';
import { type StaffQuery, useStaffAnswer } from '../../platform/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import styles from './search-dialog.module.css';

type Found = StaffAnswer<'findBorrowers'>['items'][number];
type FoundKind = Found['foundBy'][number]['kind'];

const SHOWN = 8;

/** What a text found them by, and the part of their page that shows it. */
const KINDS: Record<FoundKind, { text: string; tab?: string }> = {
  mobile: { text: 'mobile number' },
  other_mobile: { text: 'another or a former mobile number' },
  id_number: { text: 'identity number' },
  name: { text: 'name' },
  borrower: { text: 'borrower' },
  loan: { text: 'loan', tab: 'loans' },
  earlier_loan: { text: 'loan of an earlier system', tab: 'loans' },
  bill: { text: 'instalment', tab: 'loans' },
  receipt: { text: 'receipt', tab: 'payments' },
  paper: { text: 'paper', tab: 'loans' },
  payment: { text: 'payment', tab: 'payments' },
  operator_reference: { text: 'operator reference', tab: 'payments' },
  ticket: { text: 'ticket', tab: 'tickets' },
};

export function useFoundBorrowers(text: string, mayFind: boolean): StaffQuery<'findBorrowers'> {
  const request = { body: { text, page: 1, pageSize: SHOWN } };
  return useStaffAnswer('findBorrowers', request, { isEnabled: mayFind && text !== '' });
}

/**
 * The page of a found borrower at the part that shows what was typed, or the page of the loan whose number it is. A
 * person who opens no page of a borrower opens the page of the open loan, where there is one.
 */
export function addressOf({ borrowerId, foundBy, openLoan }: Found, mayOpen: boolean): string | undefined {
  const loan = foundBy.find(({ kind }) => kind === 'loan');
  if (loan?.number) return `/loans/${loan.number}`;
  if (!mayOpen) return openLoan ? `/loans/${openLoan.loanId}` : undefined;
  const tab = foundBy.map(({ kind }) => KINDS[kind].tab)[0];
  return `/borrowers/${borrowerId}${tab === undefined ? '' : `?tab=${tab}`}`;
}

/** A name may run from right to left, so each part stands apart. */
export function FoundBorrower({ found }: { found: Found }) {
  const { borrowerId, maskedName, maskedMobile, foundBy, isDeleted, isBlocked, isOverdue, openLoan } = found;
  const by = foundBy.map(({ kind, number }) => `${KINDS[kind].text}${number === null ? '' : ` ${number}`}`);
  return (
    <>
      <span className={styles.name}>
        <bdi>{maskedName ?? `Borrower ${borrowerId}`}</bdi> {maskedMobile && <bdi>{maskedMobile}</bdi>}{' '}
        {isBlocked && <Badge look="bad">blocked</Badge>} {isOverdue && <Badge look="warn">late</Badge>}{' '}
        {isDeleted && <Badge>deleted</Badge>}
      </span>
      <span className={styles.weak}>
        number {borrowerId}, found by {by.join(', ')}
        {openLoan && `, open loan ${openLoan.loanId}`}
      </span>
    </>
  );
}

/** What the search came to, below the list. */
export function FoundState({ query, isCurrent }: { query: StaffQuery<'findBorrowers'>; isCurrent: boolean }) {
  const { data, error, isFetching } = query;
  if (!isCurrent || (isFetching && !data)) return <Loading lines={2} />;
  if (error instanceof CallFailure && error.code === 400) {
    return (
      <p role="status" className={styles.state}>
        {sentenceOf(error)}
      </p>
    );
  }
  if (error) {
    return (
      <div className={styles.state}>
        <Failure>{sentenceOf(error)}</Failure>
        {mayPass(error) && <Button onClick={() => void query.refetch()}>Try again</Button>}
      </div>
    );
  }
  return (
    <p role="status" className={styles.state}>
      {data && countText(data)}
    </p>
  );
}

function countText({ total, isMore, items }: StaffAnswer<'findBorrowers'>): string {
  if (total === 0) return 'No borrower has this name or number. A name is found by the start of its words.';
  if (isMore) return `${formatCount(total)}+ — add to the text.`;
  if (total > items.length)
    return `${formatCount(total)} borrowers: the first ${items.length} are shown. Add to the text.`;
  return total === 1 ? '1 borrower' : `${total} borrowers`;
}
