import { type BookReport, bookReports, MOST_REPORT_LINES } from '@thumba/contract/staff/books-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useDownload } from '../../platform/download.ts';
import { useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { askedDays, type BookDays, THIS_MONTH, withDays } from './books-days.ts';
import { DaysFilter } from './days-filter.tsx';
import { TiesCard } from './ties-card.tsx';

type Report = StaffAnswer<'readReport'>;
type ReportColumn = Report['columns'][number];
type Line = { key: string; cells: Report['lines'][number] };

/** A report of an accountant. Its days stand in the address, and its files have all of its lines. */
export function ReportPage({ report }: { report: string }) {
  if (!(report in bookReports) || report === 'ledger')
    return (
      <Page title="Report">
        <Empty title="There is no such report">The page of the books lists all of them.</Empty>
      </Page>
    );
  return <KnownReport key={report} name={report as BookReport} />;
}

function KnownReport({ name }: { name: BookReport }) {
  const definition = bookReports[name];
  const [filters, change] = useFilters({ ...THIS_MONTH, by: 'month' });
  const by = filters.by === 'day' ? 'day' : 'month';
  const hasSteps = 'hasSteps' in definition;
  const asked = { ...askedDays(filters), by: hasSteps ? (by as 'day' | 'month') : undefined };
  const { save, isBusy } = useDownload('downloadReport');
  const saveAs = (format: 'csv' | 'xlsx') => save({ params: { report: name }, body: { ...asked, format } });
  useKeys('Report', [
    { keys: 'c', does: 'Download as CSV', run: () => saveAs('csv') },
    { keys: 'x', does: 'Download as XLSX', run: () => saveAs('xlsx') },
  ]);
  return (
    <Page
      title={definition.title}
      actions={
        <>
          <ButtonLink to="/books">Books</ButtonLink>
          <Button keys="C" isBusy={isBusy} onClick={() => saveAs('csv')}>
            CSV
          </Button>
          <Button keys="X" isBusy={isBusy} onClick={() => saveAs('xlsx')}>
            XLSX
          </Button>
        </>
      }
    >
      <FilterBar>
        <DaysFilter kind={definition.days} days={filters} onChange={change} />
        {hasSteps && (
          <Select
            label="Each line is"
            value={by}
            choices={[
              { value: 'month', text: 'a month' },
              { value: 'day', text: 'a day' },
            ]}
            onChange={(chosen) => change({ by: chosen })}
          />
        )}
      </FilterBar>
      {'isFileOnly' in definition ? (
        <Card>
          <Empty title="This report is a file">
            It has a line for each loan of the book. “CSV” and “XLSX” download it, with its totals and checks.
          </Empty>
        </Card>
      ) : (
        <ReportLines name={name} asked={asked} days={filters} />
      )}
    </Page>
  );
}

type LinesProps = {
  name: BookReport;
  asked: ReturnType<typeof askedDays> & { by: 'day' | 'month' | undefined };
  days: BookDays;
};

function ReportLines({ name, asked, days }: LinesProps) {
  const query = useStaffAnswer('readReport', { params: { report: name }, query: asked });
  return (
    <Answer query={query}>
      {(report) => (
        <Cards>
          <Card title={shownTitle(report)} isFlush note={report.isCut ? <CutNote /> : undefined}>
            {report.lines.length === 0 ? (
              <Empty title="Nothing stands in the book for these days">Other days may have something.</Empty>
            ) : (
              <ReportTable report={report} days={days} />
            )}
          </Card>
          <TiesCard ties={report.ties} notes={report.notes} />
        </Cards>
      )}
    </Answer>
  );
}

/** The title as it stands in the file of the report, with its days in words. */
function shownTitle({ title }: Report): string {
  return title.replaceAll(/\d{4}-\d\d-\d\d/g, (on) => dayText(on));
}

function CutNote() {
  return (
    <>
      The first {formatCount(MOST_REPORT_LINES)} lines. The totals and the checks are of all lines. The file
      has all lines.
    </>
  );
}

function ReportTable({ report, days }: { report: Report; days: BookDays }) {
  const { columns, lines, totals } = report;
  const [first] = columns;
  const addressOf = ({ cells }: Line) => addressOfCell(first!, cells[0] ?? null, days);
  return (
    <Table
      label={shownTitle(report)}
      rows={lines.map((cells, index) => ({ key: `line ${index}`, cells }))}
      totals={totals.map((cells, index) => ({ key: `total ${index}`, cells }))}
      columns={columns.map((column, index) => drawnColumn(column, index, days))}
      keyOf={({ key }) => key}
      addressOf={first?.leadsTo ? addressOf : undefined}
    />
  );
}

function drawnColumn(column: ReportColumn, index: number, days: BookDays): Column<Line> {
  return {
    title: `${column.title.slice(0, 1).toUpperCase()}${column.title.slice(1)}`,
    isRight: column.kind === 'money' || column.kind === 'share' || column.kind === 'count',
    cell({ key, cells }) {
      const cell = cells[index] ?? null;
      const address = index > 0 && key.startsWith('line') ? addressOfCell(column, cell, days) : undefined;
      return address === undefined ? drawnCell(column, cell) : <Link href={address}>{cell}</Link>;
    },
  };
}

function drawnCell({ kind }: ReportColumn, cell: string | number | null): ReactNode {
  if (cell === null) return '';
  // A text of any writing direction stays inside its place.
  if (typeof cell === 'string') return kind === 'day' ? dayText(cell) : <bdi>{cell}</bdi>;
  if (kind === 'money') return <Money kwacha={cell} />;
  return kind === 'share' ? `${cell.toFixed(2)}%` : formatCount(cell);
}

function addressOfCell(
  { leadsTo }: ReportColumn,
  cell: string | number | null,
  days: BookDays,
): string | undefined {
  if (leadsTo === null || cell === null || cell === '') return undefined;
  switch (leadsTo) {
    case 'account':
      return withDays(`/books/accounts/${cell}`, spanOf(days));
    case 'journal':
      return `/books/journals/${cell}`;
    case 'loan':
      return `/loans/${cell}`;
    case 'piece':
      return `/suspense/${cell}`;
  }
}

const spanOf = ({ on, from, to, period }: BookDays) => ({ on, from, to, period });
