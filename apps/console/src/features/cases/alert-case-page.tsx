import { alertRules } from '@thumba/contract/staff/alert-rules';
import { Link } from 'wouter';
import { useStaffAnswer } from '../../platform/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { AlertDecideCard } from './alert-decide-card.tsx';
import { AlertNotesCard } from './alert-notes-card.tsx';
import { AlertPaymentsCard } from './alert-payments-card.tsx';
import { type AlertCase, AlertCaseState, dateText, ReportDue } from './alert-words.tsx';
import styles from './cases.module.css';
import { ReportCard } from './report-card.tsx';

/** One case of alerts: what was found in the payments, the decision, and the report of a suspicion. */
export function AlertCasePage({ alertCaseId }: { alertCaseId: string }) {
  const query = useStaffAnswer('getAlertCase', { params: { alertCaseId } });
  const { data } = query;
  return (
    <Page
      title={`Alert case ${alertCaseId}`}
      note={data && <AlertCaseState state={data.state} />}
      actions={<ButtonLink to="/alerts">All alerts</ButtonLink>}
    >
      <Answer query={query}>
        {(one) => (
          <Cards isTwoColumns>
            <Cards>
              <FoundCard one={one} />
              <AlertPaymentsCard one={one} />
              {one.suspectedOn !== null && <ReportCard key={one.alertCaseId} one={one} />}
            </Cards>
            <Cards>
              <AlertDecideCard one={one} />
              <BorrowerCard one={one} />
              <AlertNotesCard key={one.alertCaseId} one={one} />
            </Cards>
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function FoundCard({ one: { alertsFound } }: { one: AlertCase }) {
  return (
    <Card title="What was found">
      <ol className={styles.history}>
        {alertsFound.map(({ alertId, rule, ruleVersion, sentence, ruleSentence, foundAt }) => (
          <li key={alertId}>
            {sentence}
            <div className={styles.weak}>
              Alert {alertId}, <Time at={foundAt} />: “{alertRules[rule].title}”, version {ruleVersion} (
              {ruleSentence})
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function BorrowerCard({ one }: { one: AlertCase }) {
  const { borrowerId, borrowerName, maskedMobile, maskedIdNumber, registeredAt, loans } = one;
  return (
    <Card title="The borrower" note={<Link href={`/borrowers/${borrowerId}`}>number {borrowerId}</Link>}>
      <Facts
        facts={[
          ['Name', borrowerName && <bdi key="name">{borrowerName}</bdi>],
          ['Mobile number', maskedMobile],
          ['Number of the card', maskedIdNumber],
          ['Registered', <Time key="at" at={registeredAt} />],
          ['Loans', String(loans)],
          ['Suspicion formed', one.suspectedOn && dateText(one.suspectedOn)],
          ['Report due', one.reportDueOn && <ReportDue key="due" {...one} />],
        ]}
      />
    </Card>
  );
}
