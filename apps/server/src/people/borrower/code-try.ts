import {
  pauseAfter,
  pauseEndsAt,
  recentUses,
  takeTurn,
  usesOfSubject,
} from '../../platform/growing-pause.ts';
import { named, type Reply, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { tryLater } from '../../platform/try-later.ts';
import { type CodeHour, codeHour, countInHour } from './code-budget.ts';
import { type AskerValues, askerValues, type CodeAsker } from './code-lane.ts';
import { codeWords } from './code-words.ts';
import { type CodePurpose, codeHash, DEVICE_OF_NUMBER } from './mobile-code.ts';
import { FREE_WRONG_CODES_PER_NUMBER } from './takeover-odds.ts';

/* The kinds of the uses that a wrong code counts as. */
const AT_NUMBER = 'wrong_code_at_number';
const FROM_ADDRESS = 'wrong_code_from_address';
const FROM_NETWORK = 'wrong_code_from_network';

/** How many wrong codes of a day have no growing pause after them. */
export type FreeWrongCodes = { perAddress: number; perNetwork: number };

const numberPause = (uses: string) => pauseAfter(recentUses(uses, '$now'), FREE_WRONG_CODES_PER_NUMBER);
const isOver = (pauseEnd: string) => `coalesce(${pauseEnd} <= $now::timestamptz, true)`;

/** The pause after the wrong codes of an address or network, of which the first are free. */
function subjectPause(uses: string, free: string): string {
  return pauseEndsAt({ uses, now: '$now', free });
}

function wrongCodeTurn(turn: { kind: string; subjectHash: string; free: string; from: string }): string {
  return takeTurn({
    ...turn,
    now: '$now',
    isCounted: 'not is_right',
    isFree: (uses) => isOver(subjectPause(uses, turn.free)),
  });
}

/** The newest code that the asker may enter, and the pause that holds it up. */
const CANDIDATE = `device as materialized (${DEVICE_OF_NUMBER}),
lanes as materialized (
  select $laneHashes::bytea[] || array(
    select device_hash from session where session_id = $sessionId::uuid and device_hash is not null
  ) as hashes
),
candidate as materialized (
  select c.purpose, c.mobile_hash, c.lane_hash, c.lane_hash = any (hashes) as is_of_lane,
    c.last_wrong_at + ${numberPause(usesOfSubject(AT_NUMBER, '$mobileHash'))} as lane_retry_at
  from signin_code c cross join lanes
  where c.purpose = $purpose::text and c.mobile_hash = $mobileHash::bytea and c.expires_at > $now::timestamptz
    and (c.lane_hash = any (hashes) or c.is_of_network)
  -- The lane of a device changes once when the device is stored while keys change. Its newest code counts.
  order by case when c.lane_hash = any ($deviceLaneHashes::bytea[]) then 0
    else array_position(hashes, c.lane_hash) end, c.sent_at desc
  limit 1
),
pause as materialized (
  select greatest(
      case when c.is_of_lane and c.lane_retry_at > $now::timestamptz then c.lane_retry_at end,
      ${subjectPause(usesOfSubject(FROM_ADDRESS, '$addressHash'), '$freePerAddress')},
      ${subjectPause(usesOfSubject(FROM_NETWORK, '$requestNetworkHash'), '$freePerNetwork')}
    ) as retry_at
  from candidate c cross join device where not is_known
)`;

/**
 * The CTE `tried`, one row, for a statement that needs a right code. It uses the code up if it is right. The locks of
 * the code, of the number, of the network and of the address, in that order, make simultaneous tries take turns, so that
 * no more than the limits are compared. A wrong code counts for 24 hours, whatever comes after it. The pause of a
 * number holds only a lane with a wrong code of its own, from that code on, so that others cannot prolong it. A known
 * device neither counts nor waits. Where `isReady` does not hold, no code is compared.
 */
export const codeTry = (isReady: string) => `${CANDIDATE},
code as materialized (
  select c.purpose, c.mobile_hash, c.lane_hash, c.sent_at, candidate.is_of_lane, device.is_known,
    c.code_hash = $codeHash::bytea as is_right, c.last_wrong_at
  from signin_code c join candidate using (purpose, mobile_hash, lane_hash) cross join device
  where c.expires_at > $now::timestamptz and not c.is_used and ${isReady}
    and case when candidate.is_of_lane then c.tries_left else c.tries_of_others_left end > 0
  for update of c
),
number_turn as (
  ${takeTurn({
    kind: AT_NUMBER,
    subjectHash: '$mobileHash',
    now: '$now',
    isCounted: 'not is_right',
    isFree: (uses) => `(
      select not is_of_lane or ${isOver(`last_wrong_at + ${numberPause(uses)}`)} from code
    )`,
    from: `code where not is_known and ${isOver('(select retry_at from pause)')}`,
  })}
),
network_turn as (
  ${wrongCodeTurn({
    kind: FROM_NETWORK,
    subjectHash: '$requestNetworkHash',
    free: '$freePerNetwork',
    from: 'code where exists (select from number_turn)',
  })}
),
address_turn as (
  ${wrongCodeTurn({
    kind: FROM_ADDRESS,
    subjectHash: '$addressHash',
    free: '$freePerAddress',
    from: 'code where exists (select from network_turn)',
  })}
),
compared as (
  update signin_code s set
    tries_left = case when code.is_right then 0 when code.is_of_lane then s.tries_left - 1 else s.tries_left end,
    tries_of_others_left = case when code.is_right then 0 when code.is_of_lane then s.tries_of_others_left
      else s.tries_of_others_left - 1 end,
    last_wrong_at = case when code.is_right or not code.is_of_lane then s.last_wrong_at else $now::timestamptz end,
    is_used = code.is_right
  from code
  where s.purpose = code.purpose and s.mobile_hash = code.mobile_hash and s.lane_hash = code.lane_hash
    and (code.is_known or exists (select from address_turn))
  returning code.is_right,
    case when code.is_of_lane then s.tries_left else s.tries_of_others_left end as tries_left
),
counted_verified as (
  ${countInHour('verified', 'compared where is_right')}
),
tried as (
  select coalesce(compared.is_right, false) as is_right, compared.tries_left,
    case when compared.is_right is null and exists (select from code) then
      coalesce((select retry_at from pause where retry_at > $now::timestamptz), $now::timestamptz + interval '1 minute')
    end as retry_at
  from (select) as one_row left join compared on true
)`;

export const CODE_TRY = codeTry('true');

/** The values of `CODE_TRY`. */
export type CodeTryValues = AskerValues &
  CodeHour & {
    purpose: CodePurpose;
    mobileHash: Buffer;
    /** Of the number under each live key. */
    mobileHashes: Buffer[];
    codeHash: Buffer;
    now: Date;
    freePerAddress: number;
    freePerNetwork: number;
  };

export type EnteredCode = {
  purpose: CodePurpose;
  mobile: string;
  code: string;
  asker: CodeAsker;
  freeWrongCodes: FreeWrongCodes;
  now: Date;
};

export function codeTryValues(sealing: Sealing, entered: EnteredCode): CodeTryValues {
  const { purpose, mobile, asker, freeWrongCodes, now } = entered;
  const mobileHash = sealing.lookupHash('mobile', mobile);
  return {
    ...askerValues(sealing, asker),
    ...codeHour(mobile, mobileHash, now),
    purpose,
    mobileHash,
    mobileHashes: sealing.lookupHashes('mobile', mobile),
    codeHash: codeHash(sealing, entered),
    now,
    freePerAddress: freeWrongCodes.perAddress,
    freePerNetwork: freeWrongCodes.perNetwork,
  };
}

export type CodeTry = {
  is_right: boolean;
  /** Null where no code was compared. */
  tries_left: number | null;
  /** When a code is compared again, where a pause refused this one. */
  retry_at: Date | null;
};

/** What our logs call the refusal of a wrong code. */
export const WRONG_CODE = 'wrong_code';

export function refuseCode(tried: CodeTry | undefined, now: Date, field = 'captcha'): Reply<never> {
  if (tried?.retry_at) {
    return tryLater('wrong_codes', codeWords.tooManyWrong, tried.retry_at, now.getTime());
  }
  const message = wrongCodeText(tried);
  return named(WRONG_CODE, refused(400, message, { fields: { [field]: message } }));
}

/** What the borrower reads about a wrong code. */
export function wrongCodeText(tried: Pick<CodeTry, 'tries_left'> | undefined): string {
  if (!tried || tried.tries_left === null) return codeWords.noLongerWorks;
  if (tried.tries_left === 0) return codeWords.wrongAndOver;
  return codeWords.wrong(tried.tries_left);
}
