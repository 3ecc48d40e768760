import { HOUR_MS, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import {
  forgetTurns,
  pauseEndsAt,
  recentUses,
  takeTurn,
  usesOfSubject,
} from '../../platform/growing-pause.ts';
import { deleteUse, insertUses, limitOfUsesEndsAt } from '../../platform/limit.ts';
import { purge, purgeStatement } from '../../platform/purge.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { adoptedDeviceHash } from './adopted-device-hash.ts';
import {
  BUDGET_OF_HOUR,
  type CodeBudget,
  type CodeHour,
  countInHour,
  FORGET_IN_HOUR,
  type HourOfSend,
} from './code-budget.ts';
import type { AskerValues } from './code-lane.ts';
import {
  FREE_SENDS_PER_NUMBER,
  SENDS_PER_LANE_PER_DAY,
  SENDS_PER_LANE_PER_HOUR,
  SENDS_PER_NETWORK_WITHOUT_WAIT,
  TRIES_OF_CODE,
  TRIES_OF_OTHER_NETWORKS,
} from './takeover-odds.ts';

/*
 * A code sent to a mobile number proves who holds the number. It serves the one purpose that its SMS names: a borrower
 * who reads a code for signing in out to a caller does not lose the account by it. It belongs to the lane that asked for
 * it, so that the requests of others neither replace it nor use up its tries. Only keyed hashes of the number and of the
 * code are stored.
 */
export type CodePurpose = 'sign_in_or_add_account' | 'change_number' | 'delete_account';

const CODE_LIFETIME_MS = 5 * 60 * 1000;
const RESEND_AFTER_SECONDS = 60;

/* The kinds of the uses that a send counts as. */
const TO_NUMBER = 'code_to_number';
const FROM_NETWORK = 'code_from_network';
const FROM_ADDRESS = 'code_from_address';

/** The number is part of the hash, so that the same digits sent to two numbers have different hashes. */
export function codeHash(
  sealing: Sealing,
  { purpose, mobile, code }: { purpose: CodePurpose; mobile: string; code: string },
): Buffer {
  return sealing.lookupHash('signin_code', `${purpose}:${mobile}:${code}`);
}

/** A CTE query: whether the asker has a known device of the number's borrower, and whether the number has a borrower. */
export const DEVICE_OF_NUMBER = `select m.is_verified or $isOwner::boolean as is_verified,
    $isOwner::boolean or exists (
      select from known_device d where d.borrower_id = m.borrower_id and d.device_hash = any ($laneHashes::bytea[])
    ) as is_known
  from (
    select max(borrower_id) as borrower_id, count(*) > 0 as is_verified
    from borrower_by_mobile where mobile_hash = any ($mobileHashes::bytea[])
  ) as m`;

export type IssuedCode = CodeHour &
  Omit<AskerValues, 'sessionId' | 'deviceLaneHashes' | 'requestReference'> & {
    purpose: CodePurpose;
    /** What the send is counted under. */
    useId: string;
    mobileHash: Buffer;
    /** Of the number under each live key, to find its borrower. */
    mobileHashes: Buffer[];
    /** Of the number together with the asker's network. */
    numberAndNetworkHash: Buffer;
    isOfNetwork: boolean;
    codeHash: Buffer;
    sentAt: Date;
  };

export type CodeIssue =
  | { kind: 'issued'; sums: HourOfSend }
  | { kind: 'mobile_limit' | 'address_limit'; retryAt: Date }
  | { kind: 'budget'; retryAt: Date; sums: HourOfSend };

const OWN_CODE = `from signin_code where purpose = $purpose and mobile_hash = $mobileHash and lane_hash = (select lane_hash from lane)`;

/**
 * The lane that a new code gets. The codes of a device that is stored are in the lane of its stored hash, because a call
 * with a token finds the lane by the session.
 */
const LANE = adoptedDeviceHash('$laneHashes');

/**
 * The wait of a lane between two sends ends when the code is used, because it is for a code that may still arrive. The
 * conflict on signin_code makes two simultaneous sends of a lane take turns, and the turns of the network and of the
 * number do so for the sends of different lanes.
 */
const issueCodeStatement = statement<
  HourOfSend & {
    is_issued: boolean;
    lane_retry_at: Date | null;
    address_retry_at: Date | null;
    number_retry_at: Date | null;
  },
  IssuedCode & {
    expiresAt: Date;
    sendsPerAddressPerHour: number;
    perHour: number;
    perPrefixPerHour: number;
  }
>(
  'borrower: issue code',
  `with device as materialized (${DEVICE_OF_NUMBER}),
   lane as materialized (select ${LANE} as lane_hash),
   budget as materialized (${BUDGET_OF_HOUR}),
   reached as materialized (
     select
       greatest(
         (select sent_at + interval '${RESEND_AFTER_SECONDS} seconds' ${OWN_CODE} and not is_used
            and sent_at > $sentAt::timestamptz - interval '${RESEND_AFTER_SECONDS} seconds'),
         ${laneLimitEndsAt(SENDS_PER_LANE_PER_HOUR, '1 hour')},
         ${laneLimitEndsAt(SENDS_PER_LANE_PER_DAY, '24 hours')}
       ) as lane_retry_at,
       case when not is_known then ${limitOfUsesEndsAt({
         kind: FROM_ADDRESS,
         subjectHash: '$addressHash',
         now: '$sentAt',
         uses: '$sendsPerAddressPerHour',
         window: '1 hour',
       })} end as address_retry_at,
       case when not is_known and ${recentUses(usesOfSubject(FROM_NETWORK, '$numberAndNetworkHash'), '$sentAt')}
         >= ${SENDS_PER_NETWORK_WITHOUT_WAIT} then ${pauseEndsAt({
           uses: usesOfSubject(TO_NUMBER, '$mobileHash'),
           now: '$sentAt',
           free: FREE_SENDS_PER_NUMBER,
         })} end as number_retry_at
     from device
   ),
   permitted as materialized (
     select is_known from device, reached, budget
     where lane_retry_at is null and address_retry_at is null and not (is_reached or is_reached_by_prefix)
       and coalesce(number_retry_at <= $sentAt::timestamptz, true)
   ),
   network_turn as (
     ${takeTurn({
       kind: FROM_NETWORK,
       subjectHash: '$numberAndNetworkHash',
       now: '$sentAt',
       isCounted: 'true',
       isFree: () => 'true',
       from: 'permitted where not is_known',
     })}
   ),
   number_turn as (
     ${takeTurn({
       kind: TO_NUMBER,
       subjectHash: '$mobileHash',
       now: '$sentAt',
       isCounted: 'true',
       isFree: (uses) => `(select cardinality(used_at) from network_turn) <= ${SENDS_PER_NETWORK_WITHOUT_WAIT}
         or coalesce(${pauseEndsAt({ uses, now: '$sentAt', free: FREE_SENDS_PER_NUMBER })} <= $sentAt::timestamptz, true)`,
       from: 'network_turn',
     })}
   ),
   issued as (
     insert into signin_code as code (purpose, mobile_hash, lane_hash, is_of_network, code_hash, sent_at, expires_at,
       tries_left, tries_of_others_left, sends)
     select $purpose::text, $mobileHash::bytea, (select lane_hash from lane), $isOfNetwork::boolean, $codeHash::bytea,
       $sentAt::timestamptz, $expiresAt::timestamptz, ${TRIES_OF_CODE}, ${TRIES_OF_OTHER_NETWORKS},
       array[$sentAt::timestamptz]
     from permitted where is_known or exists (select from number_turn)
     on conflict (purpose, mobile_hash, lane_hash) do update
       set code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
         tries_left = excluded.tries_left, tries_of_others_left = excluded.tries_of_others_left, last_wrong_at = null, is_used = false,
         sends = array(
           select send from unnest(code.sends || excluded.sends) as send
           where send > excluded.sent_at - interval '24 hours' order by send
         )
       where code.is_used or code.sent_at <= excluded.sent_at - interval '${RESEND_AFTER_SECONDS} seconds'
     returning code.mobile_hash
   ),
   counted_from_address as (
     ${insertUses({
       kind: FROM_ADDRESS,
       subjectHash: '$addressHash',
       usedAt: '$sentAt',
       useId: '$useId',
       window: '1 hour',
       from: 'issued, device where not is_known',
     })}
   ),
   counted_in_hour as (
     ${countInHour('sent', 'issued')}
   )
   select exists (select from issued) as is_issued, lane_retry_at, address_retry_at, number_retry_at, sent, verified,
     is_reached, is_reached_by_prefix
   from reached, budget`,
);

function laneLimitEndsAt(sends: number, window: '1 hour' | '24 hours'): string {
  return `(
    select (array(
      select send from unnest(sends) as send where send > $sentAt::timestamptz - interval '${window}'
      order by send desc offset ${sends} - 1 limit 1
    ))[1] + interval '${window}' ${OWN_CODE}
  )`;
}

export async function issueCode(
  db: Database,
  code: IssuedCode,
  limits: { codesPerAddressPerHour: number; codeBudget: CodeBudget },
): Promise<CodeIssue> {
  const { perHour, perPrefixPerHour } = limits.codeBudget;
  const row = await db.row(issueCodeStatement, {
    ...code,
    expiresAt: toDate(code.sentAt.getTime() + CODE_LIFETIME_MS),
    sendsPerAddressPerHour: limits.codesPerAddressPerHour,
    perHour,
    perPrefixPerHour,
  });
  const sums = row!;
  if (sums.is_issued) return { kind: 'issued', sums };
  if (sums.lane_retry_at) return { kind: 'mobile_limit', retryAt: sums.lane_retry_at };
  if (sums.address_retry_at) return { kind: 'address_limit', retryAt: sums.address_retry_at };
  if (sums.is_reached || sums.is_reached_by_prefix) {
    return { kind: 'budget', retryAt: toDate(code.hour.getTime() + HOUR_MS), sums };
  }
  const afterSimultaneousSend = toDate(code.sentAt.getTime() + RESEND_AFTER_SECONDS * 1000);
  const { number_retry_at: retryAt } = sums;
  return {
    kind: 'mobile_limit',
    retryAt: retryAt && retryAt > code.sentAt ? retryAt : afterSimultaneousSend,
  };
}

const forgetSendStatement = statement<
  never,
  Omit<IssuedCode, 'mobileHashes' | 'isOwner' | 'requestNetworkHash' | 'isOfNetwork'>
>(
  'borrower: forget code send',
  `with forgotten_from_address as (
     ${deleteUse({ kind: FROM_ADDRESS, subjectHashes: 'array[$addressHash::bytea]', useId: '$useId' })}
   ),
   forgotten_turns as (
     ${forgetTurns({ [TO_NUMBER]: '$mobileHash', [FROM_NETWORK]: '$numberAndNetworkHash' }, '$sentAt')}
   ),
   forgotten_in_hour as (
     ${FORGET_IN_HOUR}
   )
   update signin_code set sent_at = '-infinity', sends = array_remove(sends, $sentAt::timestamptz)
   where purpose = $purpose and mobile_hash = $mobileHash and lane_hash = ${LANE} and code_hash = $codeHash`,
);

/**
 * A send that the network refused is not counted. The code stays valid, because a gateway that did not answer in time
 * may still have sent it.
 */
export async function forgetSend(db: Database, code: IssuedCode): Promise<void> {
  await db.rows(forgetSendStatement, code);
}

const purgeCodesStatement = purgeStatement<{ now: Date }>('borrower: purge codes', {
  table: 'signin_code',
  endedAt: 'expires_at',
  isOver: `expires_at <= $now::timestamptz - interval '24 hours'`,
});

export async function purgeCodes(db: Database, now: Date): Promise<void> {
  await purge(db, purgeCodesStatement, { now });
}
