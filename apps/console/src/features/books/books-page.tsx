import { BOOK_REPORTS, bookReports } from '@thumba/contract/staff/books-words';
import { Link } from 'wouter';
import { Card, Cards } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './books.module.css';

const REPORTS = BOOK_REPORTS.filter((name) => !('isOfAccount' in bookReports[name]));

/** What the books have. */
export function BooksPage() {
  return (
    <Page title="Books" note="reports and work of an accountant">
      <Cards>
        <Card title="Work">
          <ul className={styles.pages}>
            <li>
              <Link href="/books/journals">Journals</Link>
              <span className={styles.purpose}>
                Proposed by one person, posted by another, and taken back by the opposite journal
              </span>
            </li>
            <li>
              <Link href="/books/runs">Runs</Link>
              <span className={styles.purpose}>
                The end of each month: income earned, effective interest, classes and expected losses
              </span>
            </li>
            <li>
              <Link href="/books/periods">Periods</Link>
              <span className={styles.purpose}>
                What is closed and open, what holds up the next close, and the close by two people
              </span>
            </li>
            <li>
              <Link href="/books/export">Export</Link>
              <span className={styles.purpose}>
                The journals of days for another general ledger, and where each account goes there
              </span>
            </li>
            <li>
              <Link href="/books/schedules">Schedules</Link>
              <span className={styles.purpose}>
                Reports that are written as files after each day, week or month
              </span>
            </li>
            <li>
              <Link href="/books/return-layout">Layout of the return</Link>
              <span className={styles.purpose}>
                Which accounts and classes of loans go into which line of the return to the regulator
              </span>
            </li>
          </ul>
        </Card>
        <Card title="Reports">
          <ul className={styles.pages}>
            {REPORTS.map((name) => (
              <li key={name}>
                <Link href={`/books/reports/${name}`}>{bookReports[name].title}</Link>
                <span className={styles.purpose}>{bookReports[name].purpose}</span>
              </li>
            ))}
          </ul>
        </Card>
      </Cards>
    </Page>
  );
}
