import { readAskedEvidence } from '../../credit/application/read-evidence.ts';
import { readEvidence } from '../../credit/application/shown-to-staff.ts';
import { readPictureForStaff } from '../../people/authentication/staff-looks.ts';
import type { Database } from '../../platform/database.ts';
import type { Files } from '../../platform/files.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { readFaceChecks } from './read-face-checks.ts';

/** How the bytes of the pictures that borrowers send begin. */
const BEGINNINGS: readonly { mediaType: string; bytes: readonly number[] }[] = [
  { mediaType: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { mediaType: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { mediaType: 'image/webp', bytes: [0x52, 0x49, 0x46, 0x46] },
];

type Picture = { mediaType: string; bytes: Buffer };

/** The picture of an application that waits, with the look recorded before it is read. Undefined where there is none. */
export async function readApplicationPicture(
  deps: { db: Database; sealing: Sealing; files: Files },
  {
    borrowerId,
    loanId,
    name,
    ...look
  }: { borrowerId: number; loanId: number; name: string; staffName: string; reason: string; now: Date },
): Promise<Picture | undefined> {
  const fileId = await fileOf(deps, borrowerId, { loanId, name });
  if (fileId === null) return undefined;
  const read = await readPictureForStaff(deps, { fileId, ...look });
  if (!read.ok) return undefined;
  const bytes = read.value;
  const known = BEGINNINGS.find((one) => one.bytes.every((byte, index) => bytes[index] === byte));
  return known && { mediaType: known.mediaType, bytes };
}

async function fileOf(
  deps: { db: Database; sealing: Sealing },
  borrowerId: number,
  { loanId, name }: { loanId: number; name: string },
): Promise<string | null> {
  const [, version, index] = /^evidence-(\d+)-(\d)$/.exec(name) ?? [];
  if (version !== undefined) {
    const asked = await readAskedEvidence(deps.db, { borrowerId, loanId });
    const one = asked.find(({ loanVersion }) => loanVersion === Number(version));
    return one?.fileIds[Number(index)] ?? null;
  }
  if (name === 'face') return (await readFaceChecks(deps, borrowerId)).counted?.selfie_file_id ?? null;
  const { frontFileId, backFileId } = await readEvidence(deps.db, borrowerId);
  return name === 'front' ? frontFileId : backFileId;
}
