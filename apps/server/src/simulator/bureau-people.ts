type Asked = { reference: string; nationalId: string; today: string };
type Answered = { status: number; body: unknown };

const OTHER_LENDER = 'OTHER01';

/** What the bureau answers about a person, by the first three digits of the identity number. */
export function bureauReportOf({ reference, nationalId, today }: Asked): Answered | 'hangs' {
  const found = (accounts: readonly object[], of = nationalId): Answered => ({
    status: 200,
    body: { result: 'found', reference, nationalId: of, asOn: today, accounts },
  });
  switch (nationalId.slice(0, 3)) {
    case '901':
      return 'hangs';
    case '902':
      return { status: 200, body: { result: 'found', reference, accounts: 'many' } };
    case '903':
      return found([], '999999/99/1');
    case '904':
      return { status: 500, body: { error: 'out of order' } };
    case '905':
      return found([account({ balance: '800.00', overdue: '800.00', daysInArrears: 75 })]);
    case '906':
      return found([account({ balance: '30000.00', instalment: '2500.00' })]);
    default:
      return { status: 200, body: { result: 'not_found', reference } };
  }
}

function account(figures: object): object {
  return {
    provider: OTHER_LENDER,
    status: 'open',
    instalment: '0.00',
    overdue: '0.00',
    daysInArrears: 0,
    ...figures,
  };
}
