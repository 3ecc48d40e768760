import { Link } from 'wouter';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import type { Switching } from '../stop-switch/switch-dialog.tsx';
import { CallbackAddress } from './callback-address.tsx';
import {
  endedShareText,
  endedText,
  type OperatorAccount,
  type OperatorRow,
  successText,
} from './operator-words.ts';
import styles from './operators.module.css';

const WALLETS = { collection: 'Collections', payout: 'Payouts' } as const;

const ACCOUNT_COLUMNS: readonly Column<OperatorAccount>[] = [
  {
    title: 'Account',
    cell: (account) => (
      <>
        {WALLETS[account.direction]}
        <span className={styles.below}>{endedShareText(account)}</span>
      </>
    ),
  },
  { title: 'Balance', cell: ({ balance }) => <Money kwacha={balance} />, isRight: true },
  { title: 'Succeeded', cell: successText, isRight: true, isExtra: true },
  { title: 'Of those that ended', cell: endedText, isRight: true, isExtra: true },
  { title: 'Under way', cell: ({ underWay }) => underWay, isRight: true, isExtra: true },
  {
    title: 'Last success',
    cell: ({ lastSuccessAt }) => (lastSuccessAt ? <Time at={lastSuccessAt} /> : 'none in these days'),
    isRight: true,
    isExtra: true,
  },
  {
    title: 'Platform',
    cell: ({ route }) => (route ? `${route.platform}, ${route.environment}, as ${route.apiUser}` : '–'),
    isExtra: true,
  },
];

type CardProps = {
  row: OperatorRow;
  switching: Switching | null;
  /** The text of the button. */
  action: string | null;
  onSwitch: (switching: Switching) => void;
};

/** One operator: its state, its accounts, and its stops and starts. */
export function OperatorCard({ row, switching, action, onSwitch }: CardProps) {
  const { operator, isConnected, startRequestId, changes, heldPayouts, heldAmount, callback } = row;
  const { permissions } = usePerson();
  const title = OPERATOR_TITLES[operator];
  return (
    <Card title={title} note={<State row={row} />}>
      <div className={styles.parts}>
        <Since row={row} />
        {!isConnected && (
          <Empty title={`The lender is not connected to ${title}`}>
            Its connection is in the settings of the server. New payments through it are refused.
          </Empty>
        )}
        {isConnected && (
          <>
            <Table
              label={`Accounts at ${title}`}
              rows={row.accounts}
              columns={ACCOUNT_COLUMNS}
              keyOf={({ direction }) => direction}
            />
            <Facts
              facts={[
                [
                  'Payouts that wait',
                  heldPayouts > 0 ? <Held key="held" count={heldPayouts} amount={heldAmount} /> : 'none',
                ],
                [
                  'Calls back at',
                  callback ? (
                    <CallbackAddress key="callback" operator={operator} masked={callback} />
                  ) : (
                    'no address: it answers at once'
                  ),
                ],
                ['More', <Links key="more" mayOpen={permissions} />],
              ]}
            />
          </>
        )}
        {(switching || startRequestId !== null) && (
          <Actions>
            {startRequestId !== null && (
              <ButtonLink to={`/requests/${startRequestId}`}>The start waits for a second person</ButtonLink>
            )}
            {switching && (
              <Button look={switching === 'stop' ? 'danger' : 'main'} onClick={() => onSwitch(switching)}>
                {action}
              </Button>
            )}
          </Actions>
        )}
        {changes.length > 0 && <Changes title={title} changes={changes} />}
      </div>
    </Card>
  );
}

function State({ row: { isConnected, isStopped } }: { row: OperatorRow }) {
  if (isStopped) return <Badge look="bad">stopped</Badge>;
  return isConnected ? <Badge look="good">runs</Badge> : <Badge>not connected</Badge>;
}

function Since({ row: { isStopped, changes } }: { row: OperatorRow }) {
  const [latest] = changes;
  if (!latest) return null;
  return (
    <p>
      {isStopped ? 'Stopped' : 'Started'} by {latest.by} <Time at={latest.at} />: {latest.reason}
    </p>
  );
}

function Held({ count, amount }: { count: number; amount: number }) {
  return (
    <>
      {count}, together <Money kwacha={amount} />
    </>
  );
}

function Links({ mayOpen }: { mayOpen: readonly string[] }) {
  const links = [
    ...(mayOpen.includes('seePayments') ? [{ to: '/float', text: 'float' }] : []),
    ...(mayOpen.includes('seeInsight') ? [{ to: '/insight/operators', text: 'how payments went' }] : []),
  ];
  if (links.length === 0) return null;
  return (
    <span className={styles.links}>
      {links.map(({ to, text }) => (
        <Link key={to} href={to}>
          {text}
        </Link>
      ))}
    </span>
  );
}

function Changes({ title, changes }: { title: string; changes: OperatorRow['changes'] }) {
  return (
    <Table
      label={`Stops and starts of ${title}`}
      rows={changes}
      columns={[
        { title: 'Change', cell: ({ isStopped }) => (isStopped ? 'stopped' : 'started') },
        { title: 'By', cell: ({ by }) => by },
        { title: 'When', cell: ({ at }) => <Time at={at} />, isRight: true },
        { title: 'Reason', cell: ({ reason }) => reason, isExtra: true },
      ]}
      keyOf={({ at }) => at}
    />
  );
}
