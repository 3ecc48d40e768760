import { type Role, roles } from '@thumba/contract/staff/roles';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { RelationsCard } from './relations-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** The own account: ways in, sessions, and borrowers that this person may not act on. */
export function AccountPage() {
  const person = usePerson();
  const query = useStaffAnswer('ownAccount', {});
  return (
    <Page title="Your account" note={`${person.name} (${person.userName})`}>
      <Answer query={query}>
        {(account) => (
          <Cards isTwoColumns>
            <Cards>
              <SessionsCard sessions={account.sessions} />
              <PasskeysCard passkeys={account.passkeys} />
              <RelationsCard relations={account.relations} />
            </Cards>
            <Cards>
              <Card title="You">
                <Facts
                  facts={[
                    ['Name', person.name],
                    ['Roles', <RoleLinks key="roles" held={person.roles} />],
                    ['Signed in', <Time key="in" at={person.signedInAt} />],
                    ['Session ends', <Time key="end" at={person.endsAt} />],
                  ]}
                />
              </Card>
              {account.hasPassword && <PasswordCard />}
            </Cards>
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function RoleLinks({ held }: { held: readonly Role[] }) {
  if (held.length === 0) return 'none yet';
  return held.map((role, index) => (
    <Fragment key={role}>
      {index > 0 && ', '}
      <Link href={`/roles/${role}`}>{roles[role].title}</Link>
    </Fragment>
  ));
}
