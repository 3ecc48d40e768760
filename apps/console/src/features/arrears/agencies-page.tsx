import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { useEffect, useRef, useState } from 'react';
import { useFileAddress } from '../../platform/file-address.ts';
import { useStaffAnswer, useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

type Listed = StaffAnswer<'listAgencyFiles'>;
type Agency = Listed['agencies'][number];
type File = Listed['files'][number];
type MadeFile = StaffAnswer<'makeAgencyFile'>;

/** The agencies that collect late loans, and the files that tell them which. */
export function AgenciesPage() {
  const query = useStaffAnswer('listAgencyFiles', {});
  const [asked, setAsked] = useState<Agency | null>(null);
  const [made, setMade] = useState<MadeFile | null>(null);
  return (
    <Page
      title="Agencies"
      note="which collect late loans"
      actions={<ButtonLink to="/arrears">All late loans</ButtonLink>}
    >
      <Answer query={query}>
        {({ agencies, files }) => (
          <Cards>
            {made && <MadeCard file={made} />}
            <AgenciesCard agencies={agencies} onAsk={setAsked} />
            <FilesCard files={files} />
          </Cards>
        )}
      </Answer>
      {asked && <FileDialog agency={asked} onMade={setMade} onClose={() => setAsked(null)} />}
    </Page>
  );
}

function AgenciesCard({ agencies, onAsk }: { agencies: Agency[]; onAsk: (agency: Agency) => void }) {
  const mayMake = usePerson().permissions.includes('checkArrears');
  const columns: Column<Agency>[] = [
    {
      title: 'Agency',
      cell: ({ agency, isNamed }) => (
        <>
          <bdi>{agency}</bdi> {!isNamed && <Badge look="warn">gets no further loans</Badge>}
        </>
      ),
    },
    { title: 'Loans', cell: ({ loans }) => formatCount(loans), isRight: true },
    { title: 'Not told yet', cell: (one) => <ToTell count={one.notTold} />, isRight: true, isExtra: true },
    { title: 'To be left', cell: (one) => <ToTell count={one.stopsNotTold} />, isRight: true, isExtra: true },
    {
      title: 'File',
      isRight: true,
      cell: (agency) =>
        mayMake ? (
          <Button look="link" onClick={() => onAsk(agency)}>
            Make the file<span className="visually-hidden"> for {agency.agency}</span>
          </Button>
        ) : (
          '–'
        ),
    },
  ];
  return (
    <Card title="What each agency has" isFlush>
      {agencies.length === 0 ? (
        <Empty title="No agency collects for us">
          The setting COLLECTION_AGENCIES names the agencies that late loans may be handed to.
        </Empty>
      ) : (
        <Table
          label="What each agency has"
          rows={agencies}
          columns={columns}
          keyOf={({ agency }) => agency}
        />
      )}
    </Card>
  );
}

function ToTell({ count }: { count: number }) {
  return count === 0 ? <>0</> : <Badge look="warn">{formatCount(count)}</Badge>;
}

const FILE_COLUMNS: readonly Column<File>[] = [
  { title: 'File', cell: ({ fileId }) => fileId },
  { title: 'Agency', cell: ({ agency }) => <bdi>{agency}</bdi> },
  { title: 'To collect', cell: ({ loans }) => formatCount(loans), isRight: true },
  { title: 'To leave', cell: ({ stops }) => formatCount(stops), isRight: true },
  { title: 'SHA-256', cell: ({ sha256 }) => `${sha256.slice(0, 12)}…`, isExtra: true },
  { title: 'By', cell: ({ by }) => by, isExtra: true },
  { title: 'Made', cell: ({ madeAt }) => <Time at={madeAt} />, isRight: true },
];

function FilesCard({ files }: { files: File[] }) {
  return (
    <Card title="Files" note="the newest ones" isFlush>
      {files.length === 0 ? (
        <Empty title="No file was made">
          A file names the loans that an agency is to collect or to leave.
        </Empty>
      ) : (
        <Table label="Files" rows={files} columns={FILE_COLUMNS} keyOf={({ fileId }) => fileId} />
      )}
    </Card>
  );
}

type FileDialogProps = { agency: Agency; onMade: (file: MadeFile) => void; onClose: () => void };

function FileDialog({ agency: { agency, loans, notTold, stopsNotTold }, onMade, onClose }: FileDialogProps) {
  const { mutate, isPending, error } = useStaffSend('makeAgencyFile', ['listAgencyFiles', 'readArrears']);
  const make = () =>
    mutate(
      { body: { agency } },
      {
        onSuccess(file) {
          onMade(file);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      asksReason={false}
      title={`Make the file for ${agency}`}
      effect={[
        { title: 'Loans to collect', before: null, after: `${loans}, of which ${notTold} are new` },
        { title: 'Loans to leave that no file named', before: null, after: String(stopsNotTold) },
        {
          title: 'What it says of a loan',
          before: null,
          after: 'number of the loan, name, mobile number, language, days late and what is owed',
        },
      ]}
      checkers="It takes the place of the file before it. Send it to the agency alone, encrypted. That it was made is recorded."
      action="Make the file"
      isBusy={isPending}
      failure={error}
      onClose={onClose}
      onConfirm={make}
    />
  );
}

/** The button that made the file is gone, so its link takes the focus. */
function MadeCard({ file: { fileName, base64, loans, stops } }: { file: MadeFile }) {
  const url = useFileAddress(base64, 'text/csv');
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (url !== undefined) link.current?.focus();
  }, [url]);
  return (
    <Card title="The file is made">
      <p>
        It names {formatCount(loans)} to collect and {formatCount(stops)} to leave. It is in this window only:
        save it now, or make it again.
      </p>
      {url && (
        <a ref={link} href={url} download={fileName}>
          Save {fileName}
        </a>
      )}
    </Card>
  );
}
