type Rejected = { record: number; code: string; text: string };

const NATIONAL_ID = /^\d{6}\/\d{2}\/\d$/;

/** Which records of a file the bureau does not take. The first line has the names of the columns. */
export function rejectedRecords(body: string, today: string): { records: number; rejected: Rejected[] } {
  const [names = '', ...lines] = body.split('\r\n').filter((line) => line !== '');
  const columns = names.split(',');
  const rejected = lines.flatMap((line, index): Rejected[] => {
    const cells = line.split(',').map((cell) => cell.replace(/^"|"$/g, ''));
    const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
    const fault = faultOf(cell, today);
    return fault ? [{ record: index + 1, ...fault }] : [];
  });
  return { records: lines.length, rejected };
}

function faultOf(cell: (name: string) => string, today: string): { code: string; text: string } | undefined {
  // A closing or withdrawn record of a person who is gone has the number of the account alone.
  if (cell('record_type') === 'closed_without_identity') return undefined;
  if (!NATIONAL_ID.test(cell('national_id')))
    return { code: 'E001', text: 'The identity number is not valid' };
  if (cell('birth_date') > today) return { code: 'E002', text: 'The birth date is in the future' };
  if (Number(cell('amount_overdue')) > Number(cell('current_balance')))
    return { code: 'E003', text: 'More is overdue than is owed' };
  return undefined;
}
