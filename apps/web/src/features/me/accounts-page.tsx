import { useState } from 'react';
import { deadlineText } from '../../platform/deadline.ts';
import { useAnswer } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card, Notice } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Row, Rows } from '../../ui/row-link.tsx';
import { accountsWords } from '../../words/accounts.ts';
import { titles } from '../../words/titles.ts';
import { mobileMoneyName } from '../payment/accounts.ts';
import { AddAccountSheet } from './add-account-sheet.tsx';

export function AccountsPage() {
  const accounts = useAnswer('listAccounts', {});
  const [isAdding, setAdding] = useState(false);
  return (
    <PageFrame
      title={titles.accounts}
      backTo="/me"
      footer={accounts.data && <Button onClick={() => setAdding(true)}>{accountsWords.add.open}</Button>}
    >
      <Card>
        {accounts.data ? (
          <Rows>
            {accounts.data.map(({ repayAccountId, operator, mobile, isDefault, payoutsFrom }) => (
              <Row
                key={repayAccountId}
                title={mobileMoneyName(operator)}
                detail={
                  payoutsFrom ? (
                    <>
                      {mobile}
                      <br />
                      {accountsWords.payoutsFrom(deadlineText(payoutsFrom))}
                    </>
                  ) : (
                    mobile
                  )
                }
                aside={isDefault && <Badge tone="good">{accountsWords.usedFirst}</Badge>}
              />
            ))}
          </Rows>
        ) : (
          <Coming answers={[accounts]} lines={[44, 44]} />
        )}
      </Card>
      <Notice>{accountsWords.about}</Notice>
      {isAdding && <AddAccountSheet onClose={() => setAdding(false)} />}
    </PageFrame>
  );
}
