import type { Lender } from '../../book/lender.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Files } from '../../platform/files.ts';
import { newToken, type Randomness } from '../../platform/randomness.ts';
import { drawRecord } from './draw-record.ts';
import { inKwacha, type PersonalRecord } from './read-record.ts';

/** A file of the record. Its pictures are read one at a time: into a PDF some of them, into JSON when it is sent. */
export type RecordFile = {
  fileName: string;
  contentType: string;
  content: Buffer;
  /** The pictures that go into the places of the content, in their order. */
  fileIds: string[];
};

type PictureDeps = { db: Database; files: Files };

/** Stands for a picture. JSON writes this character in another way, so no text of a borrower has it. */
const PLACE = '\0';

/** So many bytes of pictures are in a PDF, which is made in memory. All of them are in the JSON file. */
const MOST_PICTURE_BYTES = 12_000_000;

export async function recordFile(
  deps: PictureDeps & { random: Randomness; lender: Lender },
  borrowerId: number,
  record: PersonalRecord,
  { format, madeAt }: { format: 'json' | 'pdf'; madeAt: Date },
): Promise<RecordFile> {
  const { lender } = deps;
  if (format === 'json') return jsonFile(deps.random, record, { lender, madeAt });
  const mobile = String(record.profile?.[0]?.mobile);
  const pictures = await newestPictures(deps, borrowerId, fileIdsOf(record));
  const content = await drawRecord(record, { lender, mobile, madeAt, pictures });
  return { fileName: 'thumba-my-data.pdf', contentType: 'application/pdf', content, fileIds: [] };
}

function jsonFile(
  random: Randomness,
  record: PersonalRecord,
  { lender: { name, phone }, madeAt }: { lender: Lender; madeAt: Date },
): RecordFile {
  const place = newToken(random);
  const files = record.files!.map((row) => ({ ...row, picture: place }));
  const about = { lender: { name, phone }, madeAt: madeAt.toISOString(), amountsIn: 'kwacha' };
  const text = JSON.stringify({ about, ...inKwacha({ ...record, files }) }, null, 2);
  const content = Buffer.from(`${text.replaceAll(place, `data:image/jpeg;base64,${PLACE}`)}\n`);
  const contentType = 'application/json; charset=utf-8';
  return { fileName: 'thumba-my-data.json', contentType, content, fileIds: fileIdsOf(record) };
}

function fileIdsOf(record: PersonalRecord): string[] {
  return record.files!.map(({ fileId }) => String(fileId));
}

/** The parts of a file in their order. One picture is in memory at a time. */
export async function* partsOfFile(
  deps: PictureDeps,
  borrowerId: number,
  { content, fileIds }: Pick<RecordFile, 'content' | 'fileIds'>,
): AsyncGenerator<string | Buffer> {
  let from = 0;
  for (const fileId of fileIds) {
    const to = content.indexOf(PLACE, from);
    yield content.subarray(from, to);
    yield (await readPicture(deps, borrowerId, fileId))?.toString('base64') ?? '';
    from = to + PLACE.length;
  }
  yield content.subarray(from);
}

const findPictureStatement = statement<{ file_id: string }, { borrowerId: number; fileId: string }>(
  'personal data: find picture',
  `select file_id from stored_file
   where file_id = $fileId and borrower_id = $borrowerId and key_sealed is distinct from ''`,
);

/** Undefined for a picture that was erased since the record was read. */
async function readPicture(
  { db, files }: PictureDeps,
  borrowerId: number,
  fileId: string,
): Promise<Buffer | undefined> {
  const found = await db.row(findPictureStatement, { borrowerId, fileId });
  return found && files.read(fileId);
}

async function newestPictures(
  deps: PictureDeps,
  borrowerId: number,
  fileIds: readonly string[],
): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  let bytes = 0;
  for (const fileId of fileIds.toReversed()) {
    const picture = await readPicture(deps, borrowerId, fileId);
    bytes += picture?.length ?? 0;
    if (bytes > MOST_PICTURE_BYTES) break;
    if (picture) pictures.set(fileId, picture);
  }
  return pictures;
}
