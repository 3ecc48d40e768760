import { useEffect, useRef } from 'react';
import { sentenceOf } from '../../platform/call-failure.ts';
import { codeInWords } from '../../platform/code-words.ts';
import { useFileAddress } from '../../platform/file-address.ts';
import { useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { LoanAnswer } from './loan.ts';

type Paper = LoanAnswer['papers'][number];

const TITLES: Record<Paper['kind'], string> = {
  contract: 'Loan contract',
  receipt: 'Receipt',
  statement: 'Statement of today',
  paid_up_letter: 'Paid-up letter',
};

/** The papers that the borrower can get too, as PDF. They name the borrower in full, so each one that is drawn is recorded. */
export function PapersTab({ loan: { loanId, papers } }: { loan: LoanAnswer }) {
  const mayDraw = usePerson().permissions.includes('drawPapers');
  return (
    <Card title="Papers" note={mayDraw ? null : 'Your roles draw no papers.'} isFlush={papers.length > 0}>
      {papers.length === 0 ? (
        <Empty title="There is no paper yet">
          An approved application has a contract, and a payment a receipt.
        </Empty>
      ) : (
        <Table
          label="Papers"
          rows={papers}
          keyOf={({ kind, receiptNo }) => `${kind} ${receiptNo}`}
          columns={[
            {
              title: 'Paper',
              cell: ({ kind, receiptNo }) => [TITLES[kind], receiptNo].filter(Boolean).join(' '),
            },
            {
              title: 'What it is about',
              cell: ({ title, isTakenBack }) => (
                <>
                  {title === null ? '–' : codeInWords(title)}{' '}
                  {isTakenBack && <Badge look="warn">taken back</Badge>}
                </>
              ),
            },
            {
              title: 'Day',
              isRight: true,
              isExtra: true,
              cell: ({ on }) => (on === null ? '–' : dayText(on)),
            },
            { title: 'PDF', cell: (paper) => (mayDraw ? <PaperFile loanId={loanId} paper={paper} /> : '–') },
          ]}
        />
      )}
    </Card>
  );
}

/** Draws the paper, then leads to it. A window that opens by itself would be held back by the browser. */
function PaperFile({ loanId, paper: { kind, receiptNo } }: { loanId: number; paper: Paper }) {
  const { mutate, data, error, isPending } = useStaffSend('drawLoanPaper');
  const url = useFileAddress(data?.base64, 'application/pdf');
  const name = [TITLES[kind], receiptNo].filter(Boolean).join(' ');
  if (data && url) return <FileLink url={url} fileName={data.fileName} />;
  return (
    <>
      <Button
        look="link"
        isBusy={isPending}
        onClick={() => mutate({ params: { loanId }, body: { kind, receiptNo } })}
      >
        Draw the PDF<span className="visually-hidden"> of {name}, which is recorded</span>
      </Button>
      {error && <Failure>{sentenceOf(error)}</Failure>}
    </>
  );
}

/** The button that drew the file is gone, so its link takes the focus. */
function FileLink({ url, fileName }: { url: string; fileName: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <a ref={link} href={url} target="_blank" rel="noreferrer">
      Open {fileName}
    </a>
  );
}
