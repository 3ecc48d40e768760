import type { Account } from '@thumba/accounting/account';
import type { ReturnLine } from './layouts.ts';

export type LayoutFault =
  | { kind: 'code_twice'; code: string }
  | { kind: 'unknown_account'; account: string }
  | { kind: 'account_twice'; account: string }
  | { kind: 'accounts_of_two_types'; code: string }
  | { kind: 'unknown_line'; code: string; of: string }
  | { kind: 'account_missing'; account: string };

/**
 * Why lines are no return, in this order: a code stands twice, an account is not in the chart or stands twice, the accounts
 * of a line are of two types, a sum names a line that does not stand above it, an account of the chart is missing.
 */
export function faultOfLines(
  lines: readonly ReturnLine[],
  accounts: readonly Account[],
): LayoutFault | undefined {
  const above = new Set<string>();
  const used = new Set<string>();
  for (const line of lines) {
    if (above.has(line.code)) return { kind: 'code_twice', code: line.code };
    const fault = faultOfLine(line, { above, used, accounts });
    if (fault) return fault;
    above.add(line.code);
  }
  const missing = accounts.find(({ account }) => !used.has(account));
  return missing && { kind: 'account_missing', account: missing.title };
}

function faultOfLine(
  line: ReturnLine,
  { above, used, accounts }: { above: ReadonlySet<string>; used: Set<string>; accounts: readonly Account[] },
): LayoutFault | undefined {
  if (line.is === 'sum') {
    const of = line.of.find((code) => !above.has(code));
    return of === undefined ? undefined : { kind: 'unknown_line', code: line.code, of };
  }
  if (line.is !== 'accounts') return undefined;
  const types = new Set<string>();
  for (const name of line.accounts) {
    const account = accounts.find((candidate) => candidate.account === name);
    if (!account) return { kind: 'unknown_account', account: name };
    if (used.has(name)) return { kind: 'account_twice', account: account.title };
    used.add(name);
    types.add(account.accountType);
  }
  return types.size > 1 ? { kind: 'accounts_of_two_types', code: line.code } : undefined;
}
