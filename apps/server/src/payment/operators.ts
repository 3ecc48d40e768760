import type { OperatorName } from '@thumba/lending/ledger';
import type { Operator } from './operators/operator.ts';

/** The operators this lender is connected to. One that is not here can neither collect nor pay out. */
export type Operators = { [Name in OperatorName]?: Operator };
