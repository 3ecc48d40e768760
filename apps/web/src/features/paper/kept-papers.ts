import type { Body } from '@thumba/contract/wire';
import { startDownload } from '../../platform/download.ts';
import { serverNowMs } from '../../platform/lusaka-time.ts';
import { browserStorage, session } from '../../platform/session.ts';
import { KEPT_PAPERS_KEY, type KeyValueStorage } from '../../platform/storage.ts';

const LARGEST_PAPER_BYTES = 150_000;
const MOST_PAPERS = 5;
const LONGEST_DAYS = 31;
const DAY_MS = 24 * 60 * 60 * 1000;
const OBJECT_KEPT_MS = 60_000;

export type WantedPaper = Body<'issuePaper'>;
type KeptPaper = { fileName: string; base64: string; atMs: number };

/** The papers that were opened last, kept until the borrower logs out. */
export function openKeptPapers(storage: KeyValueStorage) {
  const read = (): Record<string, KeptPaper> => {
    try {
      return JSON.parse(storage.getItem(KEPT_PAPERS_KEY) ?? '{}') as Record<string, KeptPaper>;
    } catch {
      return {};
    }
  };
  const keyOf = ({ orderId, kind, receiptNo = '' }: WantedPaper) => `${orderId} ${kind} ${receiptNo}`;
  return {
    keep(wanted: WantedPaper, fileName: string, pdf: Uint8Array, nowMs: number): void {
      if (pdf.length > LARGEST_PAPER_BYTES) return;
      const others = Object.entries(read())
        .filter(([key]) => key !== keyOf(wanted))
        .sort(([, one], [, other]) => other.atMs - one.atMs)
        .slice(0, MOST_PAPERS - 1);
      const letters = Array.from(pdf, (byte) => String.fromCharCode(byte)).join('');
      const paper: KeptPaper = { fileName, base64: btoa(letters), atMs: nowMs };
      storage.setItem(
        KEPT_PAPERS_KEY,
        JSON.stringify(Object.fromEntries([[keyOf(wanted), paper], ...others])),
      );
    },
    find(wanted: WantedPaper, nowMs: number) {
      const paper = read()[keyOf(wanted)];
      if (paper === undefined || nowMs - paper.atMs >= LONGEST_DAYS * DAY_MS) return;
      const pdf = Uint8Array.from(atob(paper.base64), (letter) => letter.charCodeAt(0));
      return { fileName: paper.fileName, pdf, atMs: paper.atMs };
    },
  };
}

const keptPapers = openKeptPapers(browserStorage);

/** Fetches the paper again for the page, because the download manager does not share its files. */
export async function keepPaper(
  token: string | null,
  wanted: WantedPaper,
  { url, fileName }: { url: string; fileName: string },
): Promise<void> {
  const answer = await fetch(url, { credentials: 'omit' });
  const pdf = new Uint8Array(await answer.arrayBuffer());
  // An answer that arrives after the borrower has logged out is dropped.
  if (answer.ok && token === session.getState().token) keptPapers.keep(wanted, fileName, pdf, serverNowMs());
}

/** Downloads the kept copy of a paper. Returns when it was kept by the clock of the phone, or undefined without a copy. */
export function handOverKept(wanted: WantedPaper): number | undefined {
  const paper = keptPapers.find(wanted, serverNowMs());
  if (paper === undefined) return;
  const url = URL.createObjectURL(new Blob([paper.pdf], { type: 'application/pdf' }));
  startDownload({ url, fileName: paper.fileName });
  setTimeout(() => URL.revokeObjectURL(url), OBJECT_KEPT_MS);
  return paper.atMs - session.getState().serverTimeOffsetMs;
}
