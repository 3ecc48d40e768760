import { z } from 'zod';
import { id, idInPath } from '../fields.ts';
import { REPORT_FILE_FORMATS } from './books-words.ts';
import { EXPORTED_LISTS, type ExportedList } from './list-export-words.ts';
import { reason } from './people.ts';

/** What the list is asked for on its screen: the words in the path of its call, and those in its query. */
const textsByWord = (most: number) =>
  z
    .record(z.string().regex(/^[A-Za-z]{1,20}$/), z.string().max(60))
    .refine((given) => Object.keys(given).length <= most, 'The list has no such filter.')
    .default({});

export const askedList = z.object({
  list: z.enum(EXPORTED_LISTS as [ExportedList, ...ExportedList[]]),
  params: textsByWord(3),
  filter: textsByWord(12),
  format: z.enum(REPORT_FILE_FORMATS),
});

export const listExports = {
  exportList: { body: askedList, output: z.null() },
  askForNamedList: { body: askedList.extend({ reason }), output: z.object({ requestId: id }) },
  exportNamedList: { params: z.object({ requestId: idInPath }), output: z.null() },
};
