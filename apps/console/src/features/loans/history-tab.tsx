import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import { Time } from '../../ui/time.tsx';
import type { LoanTabProps } from './loan.ts';

/** What happened to a loan, each step with the person or the part of the program that took it. */
export function HistoryTab({ loanId, page, onPage }: LoanTabProps) {
  const request = { params: { loanId }, query: { page, pageSize: PAGE_SIZE } };
  return (
    <PagedList
      label="History"
      isTitled
      query={useStaffAnswer('listLoanHistory', request, { isList: true })}
      empty={['Nothing happened yet', 'The application is the first step.']}
      page={page}
      onPage={onPage}
      keyOf={(row) => JSON.stringify(row)}
      columns={[
        { title: 'When', cell: ({ at }) => <Time at={at} /> },
        {
          title: 'What',
          cell: ({ text, isTakenBack }) => (
            <>
              {text} {isTakenBack && <Badge look="warn">taken back</Badge>}
            </>
          ),
        },
        { title: 'Counts for', isExtra: true, cell: ({ on }) => dayText(on) },
        { title: 'Receipt', isExtra: true, cell: ({ receiptNo }) => receiptNo ?? '–' },
        { title: 'By', cell: ({ by }) => by },
      ]}
    />
  );
}
