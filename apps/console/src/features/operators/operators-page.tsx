import { useState } from 'react';
import { useActions } from '../../platform/actions.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Cards } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import type { Switching } from '../stop-switch/switch-dialog.tsx';
import { OperatorCard } from './operator-card.tsx';
import type { OperatorRow } from './operator-words.ts';
import { StartDialog, StopDialog } from './switch-dialogs.tsx';

type Asked = { operator: OperatorRow['operator']; switching: Switching };

/** The mobile-money operators: whether each runs, what lies there, and the switch that stops it. */
export function OperatorsPage() {
  const maySwitch = usePerson().permissions.includes('changeSettings');
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useStaffAnswer('listOperators', {}, { isRenewed: true });
  const { data } = query;
  useActions(
    'Operators',
    (maySwitch ? (data?.items ?? []) : []).flatMap((row) => {
      const switching = switchingOf(row);
      if (switching === null) return [];
      const { operator } = row;
      return [
        { text: TEXTS[switching](OPERATOR_TITLES[operator]), run: () => setAsked({ operator, switching }) },
      ];
    }),
  );
  const row = data?.items.find(({ operator }) => operator === asked?.operator);
  const close = () => setAsked(null);
  return (
    <Page
      title="Mobile-money operators"
      note={data && `payments counted from ${dayText(data.from)} to ${dayText(data.through)}`}
    >
      <Answer query={query}>
        {({ items }) => (
          <Cards>
            {items.map((item) => {
              const switching = maySwitch ? switchingOf(item) : null;
              return (
                <OperatorCard
                  key={item.operator}
                  row={item}
                  switching={switching}
                  action={switching && TEXTS[switching](OPERATOR_TITLES[item.operator])}
                  onSwitch={(wanted) => setAsked({ operator: item.operator, switching: wanted })}
                />
              );
            })}
          </Cards>
        )}
      </Answer>
      {row && asked?.switching === 'stop' && <StopDialog row={row} onClose={close} />}
      {row && asked?.switching === 'start' && <StartDialog row={row} onClose={close} />}
    </Page>
  );
}

const TEXTS: Readonly<Record<Switching, (title: string) => string>> = {
  stop: (title) => `Stop ${title}`,
  start: (title) => `Ask to start ${title} again`,
};

/** What a person may do with the switch of an operator now. */
function switchingOf({ isConnected, isStopped, startRequestId }: OperatorRow): Switching | null {
  if (isStopped) return startRequestId === null ? 'start' : null;
  return isConnected ? 'stop' : null;
}
