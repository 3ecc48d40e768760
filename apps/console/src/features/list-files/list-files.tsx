import { type ExportedList, exportedLists } from '@thumba/contract/staff/list-export-words';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useDownload } from '../../platform/download.ts';
import { usePerson } from '../../platform/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { checkersOf } from '../requests/request-words.tsx';

type Words = Readonly<Record<string, unknown>>;

/** They say where a page begins, and a file has all pages. */
const PLACES = ['page', 'pageSize', 'before', 'after'];

type ListFilesProps = {
  list: ExportedList;
  /** The filter of the list on the screen. Its page counts for nothing. */
  filter?: Words;
  /** The words in the path of its call. */
  params?: Words;
};

/** Takes the list on the screen as a file, with its filter. A file with names needs a second person. */
export function ListFiles({ list, filter = {}, params = {} }: ListFilesProps) {
  const { permissions } = usePerson();
  const [isAsking, setAsking] = useState(false);
  const { save } = useDownload('exportList');
  if (!permissions.includes('readListFiles')) return null;
  const asked = { list, params: textsOf(params), filter: textsOf(filter) };
  const hasNames = 'hasNames' in exportedLists[list] && permissions.includes('exportInBulk');
  return (
    <>
      <Menu
        label="Take this list as a file"
        choices={[
          { text: 'Download as CSV', run: () => save({ body: { ...asked, format: 'csv' } }) },
          { text: 'Download as XLSX', run: () => save({ body: { ...asked, format: 'xlsx' } }) },
          ...(hasNames ? [{ text: 'Ask for a file with names', run: () => setAsking(true) }] : []),
        ]}
      />
      {isAsking && <NamesDialog asked={asked} onClose={() => setAsking(false)} />}
    </>
  );
}

type Asked = { list: ExportedList; params: Record<string, string>; filter: Record<string, string> };

function textsOf(words: Words): Record<string, string> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([word, value]) =>
      value === undefined || value === '' || PLACES.includes(word) ? [] : [[word, String(value)]],
    ),
  );
}

function NamesDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { send, sending } = useDialogSend('askForNamedList', ['listRequests', 'getToday'], {
    onClose,
    says: ({ requestId }) => `Request ${requestId} is filed. Once it is approved, its page has the file.`,
  });
  const filter = Object.entries(asked.filter).map(([word, value]) => `${word} ${value}`);
  return (
    <ConfirmDialog
      title={`${exportedLists[asked.list].title}, with names`}
      effect={[
        { title: 'Filter', before: null, after: filter.length > 0 ? filter.join(', ') : 'none' },
        { title: 'Names, NRC numbers and mobile numbers', before: null, after: 'in the file, once' },
      ]}
      checkers={`A second person approves it: ${checkersOf('bulk_export')}. You download it within 7 days, from the page of the request.`}
      action="Ask a second person"
      {...sending}
      onConfirm={(reason) => send({ body: { ...asked, format: 'csv', reason } })}
    />
  );
}
