import type { Answer } from '@thumba/contract/wire';
import type { ReactNode } from 'react';
import { dayOf, dayText, timeOfDay } from '../../platform/lusaka-time.ts';
import { Card, Notice } from '../../ui/card.tsx';
import { contractWords as words } from '../../words/contract.ts';
import styles from './borrow.module.css';

/** The clauses of a contract. In another language the English ones, which are agreed to, are below them. */
export function ContractText({ contract }: { contract: Answer<'getLoanContract'> }) {
  const { agreedAt, clauses, contractVersion, translation } = contract;
  return (
    <>
      {translation && <Notice>{words.translation.notice}</Notice>}
      <Card>
        <Clauses clauses={translation?.clauses ?? clauses}>
          <p className={styles.agreed}>
            {agreedAt ? words.agreed(dayText(dayOf(agreedAt)), timeOfDay(agreedAt)) : words.notAgreed}
          </p>
          <p className={styles.small}>{words.wording(contractVersion)}</p>
        </Clauses>
      </Card>
      {translation && (
        <Card>
          <details>
            <summary>{words.translation.english}</summary>
            <div lang="en">
              <Clauses clauses={clauses} />
            </div>
          </details>
        </Card>
      )}
    </>
  );
}

type ClausesProps = { clauses: readonly { heading: string; text: string }[]; children?: ReactNode };

export function Clauses({ clauses, children }: ClausesProps) {
  return (
    <article className={styles.contract}>
      {clauses.map((clause, index) => (
        <section key={clause.heading}>
          <h2>{words.numbered(index + 1, clause.heading)}</h2>
          <p>{clause.text}</p>
        </section>
      ))}
      {children}
    </article>
  );
}
