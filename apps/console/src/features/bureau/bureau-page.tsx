import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { useState } from 'react';
import { Link } from 'wouter';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ContinueDialog, MakeFileDialog } from './bureau-dialogs.tsx';
import { monthText } from './bureau-words.ts';
import { ListingsCard } from './listings-card.tsx';

type Listed = StaffAnswer<'listBureauFiles'>;
type BureauFile = Listed['files'][number];

/** What the credit bureau is told: the monthly files, warnings before a negative listing, and disputes. */
export function BureauPage() {
  const query = useStaffAnswer('listBureauFiles', {});
  const mayMake = usePerson().permissions.includes('checkArrears');
  const [isMaking, setMaking] = useState(false);
  const [continued, setContinued] = useState<BureauFile | null>(null);
  const { data } = query;
  const canMake = mayMake && data?.hasBureau === true && !data.isMade;
  useKeys('Credit bureau', canMake ? [{ keys: 'n', does: 'Make the file', run: () => setMaking(true) }] : []);
  return (
    <Page
      title="Credit bureau"
      note="what it is told of our loans"
      actions={
        <>
          <ButtonLink to="/arrears">Late loans</ButtonLink>
          {canMake && (
            <Button look="main" keys="N" onClick={() => setMaking(true)}>
              Make the file
            </Button>
          )}
        </>
      }
    >
      <Answer query={query}>
        {(listed) => (
          <Cards>
            {!listed.hasBureau && <NoBureauCard />}
            <FilesCard
              files={listed.files}
              mayContinue={mayMake && listed.hasBureau}
              onContinue={setContinued}
            />
            <ListingsCard listed={listed} />
          </Cards>
        )}
      </Answer>
      {isMaking && data && <MakeFileDialog listed={data} onClose={() => setMaking(false)} />}
      {continued && <ContinueDialog file={continued} onClose={() => setContinued(null)} />}
    </Page>
  );
}

function NoBureauCard() {
  return (
    <Card title="There is no credit bureau">
      <p>The setting BUREAU_URL names the bureau. Without it nothing is asked and nothing is told.</p>
    </Card>
  );
}

type FilesCardProps = {
  files: readonly BureauFile[];
  mayContinue: boolean;
  onContinue: (file: BureauFile) => void;
};

function FilesCard({ files, mayContinue, onContinue }: FilesCardProps) {
  const columns: Column<BureauFile>[] = [
    { title: 'Month', cell: ({ month }) => monthText(month) },
    { title: 'Loans', cell: ({ records }) => formatCount(records), isRight: true },
    { title: 'Held', cell: ({ held }) => formatCount(held), isRight: true, isExtra: true },
    { title: 'The bureau', cell: FileState },
    { title: 'By', cell: ({ by }) => <bdi>{by}</bdi>, isExtra: true },
    { title: 'Made', cell: ({ madeAt }) => <Time at={madeAt} />, isRight: true, isExtra: true },
    {
      title: 'Next',
      isRight: true,
      cell: (file) =>
        mayContinue && file.verdict === null ? (
          <Button look="link" onClick={() => onContinue(file)}>
            {file.sentAt === null ? 'Send' : 'Read the answer'}
            <span className="visually-hidden"> for {monthText(file.month)}</span>
          </Button>
        ) : (
          '–'
        ),
    },
  ];
  return (
    <Card title="Files" note="the newest ones" isFlush>
      {files.length === 0 ? (
        <Empty title="No file was made">
          The file of a month can be made from the first day of the next month on.
        </Empty>
      ) : (
        <Table label="Files" rows={files} columns={columns} keyOf={({ fileId }) => fileId} />
      )}
    </Card>
  );
}

function FileState({ fileId, sentAt, verdict }: BureauFile) {
  if (sentAt === null) return <Badge look="warn">not sent</Badge>;
  if (verdict === null) return <Badge>sent, not read yet</Badge>;
  if (verdict.rejected === 0) return <Badge look="good">took every record</Badge>;
  return <Link href={`/bureau/${fileId}`}>{formatCount(verdict.rejected)} rejected</Link>;
}
