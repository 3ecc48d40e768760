import type { StaffRequest } from '@thumba/contract/staff/wire';
import { day, formatDay } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { checkersOf } from '../requests/request-words.tsx';
import type { Piece } from './suspense-words.ts';

type Placement = StaffRequest<'askPlacement'>['body']['placement'];
type Target = Placement['target'];

/** What the dialog begins with. */
export type Suggestion = { target: Target; loanId?: number; borrowerId?: number };

const TARGETS: readonly { value: Target; text: string }[] = [
  { value: 'loan', text: 'Pays a loan' },
  { value: 'wallet', text: 'Goes into a wallet' },
  { value: 'payer', text: 'Goes back to its payer' },
  { value: 'covered', text: 'Is money that had left' },
];

const moneyText = (kwacha: number) => formatKwacha(Math.round(kwacha * 100));

type PlaceDialogProps = { piece: Piece; suggestion: Suggestion; onClose: () => void };

/** Asks a second person for a place for money in suspense. Its effect is shown before it is asked for. */
export function PlaceDialog({ piece, suggestion, onClose }: PlaceDialogProps) {
  const { pieceId, left, covers } = piece;
  const [target, setTarget] = useState<Target>(suggestion.target);
  const [number, setNumber] = useState(String(suggestion.loanId ?? suggestion.borrowerId ?? ''));
  const [amount, setAmount] = useState('');
  const [further, setFurther] = useState('');
  const [leftPieceId, setLeftPieceId] = useState(String(covers[0]?.pieceId ?? ''));
  const placement = placementOf({ target, number, amount, further, leftPieceId });
  const preview = usePreview(
    'previewPlacement',
    placement ? { params: { pieceId }, body: { placement } } : null,
  );
  const { send, sending } = useDialogSend(
    'askPlacement',
    ['getPiece', 'listSuspense', 'previewPlacement', 'listRequests', 'getToday'],
    { onClose, says: ({ requestId }) => `Request ${requestId} waits for a second person.` },
  );
  return (
    <ConfirmDialog
      title={`A place for piece ${pieceId}`}
      effect={preview.data?.effect ?? []}
      message={preview.data?.message ?? null}
      checkers={`Nothing moves before a second person approves it: ${checkersOf('suspense_placement')}.`}
      action="Ask a second person"
      {...sending}
      isBusy={sending.isBusy || preview.data === undefined}
      failure={sending.failure ?? preview.error}
      onConfirm={(reason) =>
        placement &&
        preview.data &&
        send({ params: { pieceId }, body: { placement, reason, digest: preview.data.digest } })
      }
    >
      <Select
        label="Where the money goes"
        value={target}
        choices={targetsOf(piece)}
        onChange={(value) => {
          setTarget(value as Target);
          setNumber('');
        }}
      />
      {(target === 'loan' || target === 'wallet') && (
        <TextField
          label={target === 'loan' ? 'Number of the loan' : 'Number of the borrower'}
          inputMode="numeric"
          value={number}
          onChange={setNumber}
        />
      )}
      {target === 'covered' ? (
        <Select
          label="The money that had left"
          value={leftPieceId}
          choices={covers.map((one) => ({
            value: String(one.pieceId),
            text: `Piece ${one.pieceId}: ${moneyText(one.left)}, left on ${formatDay(day(one.movedOn))}`,
          }))}
          onChange={setLeftPieceId}
        />
      ) : (
        <AmountFields left={left} {...{ amount, setAmount, further, setFurther }} />
      )}
    </ConfirmDialog>
  );
}

type AmountFieldsProps = {
  left: number;
  amount: string;
  setAmount: (amount: string) => void;
  further: string;
  setFurther: (further: string) => void;
};

function AmountFields({ left, amount, setAmount, further, setFurther }: AmountFieldsProps) {
  return (
    <>
      <TextField
        label="Amount in kwacha"
        inputMode="decimal"
        hint={`Empty: all that is left, ${moneyText(left)}`}
        value={amount}
        onChange={setAmount}
      />
      <TextField
        label="Together with pieces"
        hint="Numbers with commas, for pieces that go the same way. All that is left of each is taken."
        value={further}
        onChange={setFurther}
      />
    </>
  );
}

function targetsOf({ covers, whyNotPayer }: Piece): typeof TARGETS {
  return TARGETS.filter(
    ({ value }) => (value !== 'payer' || whyNotPayer === null) && (value !== 'covered' || covers.length > 0),
  );
}

type Typed = { target: Target; number: string; amount: string; further: string; leftPieceId: string };

/** The numbers of pieces as they are typed. Undefined while one is no number. */
function piecesOf(text: string): number[] | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words.every((word) => /^[1-9]\d{0,14}$/.test(word)) ? words.map(Number) : undefined;
}

/** What was typed as the call takes it. Undefined while something is missing. */
function placementOf({ target, number, amount, further, leftPieceId }: Typed): Placement | undefined {
  if (target === 'covered') return { target, leftPieceId: Number(leftPieceId) };
  const taken = amount.trim() === '' ? null : Number(amount);
  const furtherPieceIds = piecesOf(further);
  if ((taken !== null && !(taken > 0)) || furtherPieceIds === undefined) return undefined;
  const part = { amount: taken, furtherPieceIds };
  if (target === 'payer') return { target, ...part };
  if (!/^[1-9]\d{0,14}$/.test(number.trim())) return undefined;
  return target === 'loan'
    ? { target, ...part, loanId: Number(number) }
    : { target, ...part, borrowerId: Number(number) };
}
