import type { StaffAnswer, StaffBody } from '@thumba/contract/staff/wire';
import { parseKwacha } from '@thumba/lending/money';
import type { SmsOf } from '../../book/loan/staff-preview.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { refusalUnlessSeen, requestPreview } from '../../book/staff-request-preview.ts';
import { pageOf } from '../../platform/page.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { maskMobile } from '../../platform/sealing.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { givenBackShown } from './given-back.ts';
import { previewToPayer, takeParts } from './previews.ts';
import { type DatedPiece, findPieces, ownersOf, type Payer, payerOf } from './queries.ts';
import { describePlacementRefusal } from './refusal-text.ts';
import { askForPlacement, type PlacementDeps, type WantedPlacement } from './staff-requests.ts';
import { coversOf, listSuspense, pieceShown, placementsOf } from './staff-suspense.ts';

type Owner = StaffAnswer<'getPiece'>['owners'][number];

export type SuspenseRouteDeps = PlacementDeps & {
  smsOf: SmsOf;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  isRelated(person: StaffPerson, borrowerId: number): Promise<boolean>;
  /** The borrowers whose money a piece may be. */
  suggestOwners(of: { piece: DatedPiece; payer: Payer | undefined }): Promise<Owner[]>;
  /** The requests for a place of a piece that are not done yet. */
  openRequestsOf(pieceId: number): Promise<StaffAnswer<'getPiece'>['openRequests']>;
};

/** A preview is made with no reason of a person. The one who asks gives it. */
const NO_REASON_YET = 'a look at what it would do';

const RELATED = refused(
  403,
  'This is about your own account or that of a relative. Another person has to do it.',
  { reason: 'related' },
);

/** Money in suspense: what has no place yet, whose it may be, and asking for a place. */
export function registerSuspenseRoutes(server: StaffServer, deps: SuspenseRouteDeps): void {
  serveStaff(server, 'listSuspense', async ({ query }) =>
    done(await listSuspense(deps.db, query.direction, pageOf(query))),
  );

  serveStaff(server, 'getPiece', async ({ params: { pieceId } }, { person }) => {
    const [piece] = await findPieces(deps.db, [pieceId]);
    return piece ? done(await readPiece(deps, piece, person)) : NOT_FOUND;
  });

  serveStaff(server, 'previewPlacement', async ({ params: { pieceId }, body }, { person }) => {
    const asked = await ask(deps, person, { pieceId, placement: body.placement, reason: NO_REASON_YET });
    return 'code' in asked ? asked : done(requestPreview(asked));
  });

  serveStaff(server, 'askPlacement', async ({ params: { pieceId }, body }, { person, note }) => {
    const { placement, reason, digest } = body;
    const { target } = placement;
    note(target === 'covered' ? { target } : { target, furtherPieceIds: placement.furtherPieceIds ?? [] });
    const asked = await ask(deps, person, { pieceId, placement, reason });
    if ('code' in asked) return asked;
    return refusalUnlessSeen(asked, digest) ?? deps.fileRequest(asked, person);
  });
}

async function readPiece(
  deps: SuspenseRouteDeps,
  piece: DatedPiece,
  person: StaffPerson,
): Promise<StaffAnswer<'getPiece'>> {
  const { entry_id: pieceId, statement_id: statementId, line } = piece;
  const payer = await payerOf(deps, piece);
  const [owners, covers, placements, openRequests, whyNotPayer, givenBack] = await Promise.all([
    deps.suggestOwners({ piece, payer }),
    coversOf(deps.db, piece),
    placementsOf(deps.db, pieceId),
    deps.openRequestsOf(pieceId),
    whyNotToPayer(deps, pieceId),
    givenBackShown(deps.db, pieceId),
  ]);
  const related = await Promise.all(owners.map(({ borrowerId }) => deps.isRelated(person, borrowerId)));
  return {
    ...pieceShown(piece),
    bookedOn: piece.booked_on,
    payer: payer ? { maskedMobile: maskMobile(payer.mobile), operator: payer.operator } : null,
    statement: statementId === null || line === null ? null : { statementId, line },
    whyNotPayer,
    // A person decides about no money of their own account or that of a relative.
    owners: owners.filter((_owner, at) => !related[at]),
    covers,
    givenBack,
    placements,
    openRequests,
  };
}

async function whyNotToPayer(deps: SuspenseRouteDeps, pieceId: number): Promise<string | null> {
  const taken = await takeParts(deps, [{ entryId: pieceId }]);
  const found = taken.ok ? await previewToPayer(deps, taken.value) : taken;
  return found.ok ? null : describePlacementRefusal(found.refusal);
}

type Asked = { pieceId: number; placement: StaffBody<'askPlacement'>['placement']; reason: string };

async function ask(
  deps: SuspenseRouteDeps,
  person: StaffPerson,
  { pieceId, placement, reason }: Asked,
): Promise<AskedRequest | Reply<never>> {
  // Before anything else, because a refusal can tell what is left of a piece.
  const owners = await ownersOf(deps.db, [pieceId, ...furtherPiecesOf(placement)]);
  if (await isRelatedToAny(deps, person, owners)) return RELATED;
  const asked = await askForPlacement(deps, wantedOf(pieceId, placement), {
    reason,
    staffName: person.userName,
  });
  if (asked.ok) {
    const { borrowerId } = asked.value;
    const isRelated = borrowerId !== null && (await deps.isRelated(person, borrowerId));
    return isRelated ? RELATED : asked.value;
  }
  const { kind } = asked.refusal;
  return refused(kind === 'reason_needed' ? 400 : 409, describePlacementRefusal(asked.refusal), {
    reason: kind,
  });
}

function furtherPiecesOf(placement: Asked['placement']): readonly number[] {
  return placement.target === 'covered' ? [placement.leftPieceId] : (placement.furtherPieceIds ?? []);
}

async function isRelatedToAny(
  deps: SuspenseRouteDeps,
  person: StaffPerson,
  borrowerIds: readonly number[],
): Promise<boolean> {
  const related = await Promise.all(borrowerIds.map((borrowerId) => deps.isRelated(person, borrowerId)));
  return related.includes(true);
}

function wantedOf(pieceId: number, placement: Asked['placement']): WantedPlacement {
  if (placement.target === 'covered')
    return { target: 'covered', cameEntryId: pieceId, leftEntryId: placement.leftPieceId };
  const { amount, furtherPieceIds = [], ...place } = placement;
  const part = amount === null ? {} : { amountNgwee: parseKwacha(amount)! };
  const further = furtherPieceIds.map((entryId) => ({ entryId }));
  return { ...place, parts: [{ entryId: pieceId, ...part }, ...further] };
}
