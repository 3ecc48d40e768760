import type { Actor } from '../../book/actor.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import { type Page, readPage } from '../../platform/page.ts';
import type { Sealing } from '../../platform/sealing.ts';

type Deps = { db: Database; sealing: Sealing };

const nextNoteStatement = statement<{ note_id: number }>(
  'borrower: number of a note',
  `select nextval(pg_get_serial_sequence('borrower_note', 'note_id')) as note_id`,
);

const writeNoteStatement = statement<
  never,
  { borrowerId: number; noteId: number; textSealed: Buffer; actor: Actor; now: Date }
>(
  'borrower: write a note',
  `insert into borrower_note (borrower_id, note_id, text_sealed, actor, written_at) overriding system value
   values ($borrowerId, $noteId, $textSealed, $actor, $now)`,
);

/** What staff note about a borrower. The borrower does not read it. */
export async function writeNote(
  { db, sealing }: { db: Transaction; sealing: Sealing },
  { borrowerId, text, actor, now }: { borrowerId: number; text: string; actor: Actor; now: Date },
): Promise<number> {
  const noteId = (await db.row(nextNoteStatement, {}))!.note_id;
  const place = { borrower_id: borrowerId, note_id: noteId };
  const textSealed = sealing.seal('borrower_note.text_sealed', place, text);
  await db.row(writeNoteStatement, { borrowerId, noteId, textSealed, actor, now });
  return noteId;
}

export type Note = { noteId: number; text: string; actor: Actor; at: Date };

const listNotesStatement = statement<
  {
    total: number;
    borrower_id: number;
    note_id: number;
    text_sealed: Buffer;
    actor: Actor;
    written_at: Date;
  },
  { borrowerId: number; limit: number; offset: number }
>(
  'borrower: list notes',
  `select count(*) over () as total, borrower_id, note_id, text_sealed, actor, written_at from borrower_note
   where borrower_id = $borrowerId order by note_id desc limit $limit offset $offset`,
);

/** The newest come first. */
export async function listNotes(
  { db, sealing }: Deps,
  borrowerId: number,
  page: Page,
): Promise<{ total: number; notes: Note[] }> {
  const valuesOf = ({ limit, offset }: Page) => ({ borrowerId, limit, offset });
  const { total, rows } = await readPage(db, listNotesStatement, valuesOf, page);
  const notes = rows.map((row) => ({
    noteId: row.note_id,
    text: sealing.open('borrower_note.text_sealed', row, row.text_sealed),
    actor: row.actor,
    at: row.written_at,
  }));
  return { total, notes };
}
