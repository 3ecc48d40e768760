import { z } from 'zod';
import { id, idInPath, kwachaOut } from '../fields.ts';
import { reason } from './people.ts';

const params = z.object({ borrowerId: idInPath });

export const borrowerActions = {
  readLimit: {
    params,
    output: z.object({
      step: z.int(),
      onTimeLoans: z.int(),
      neededLoans: z.int(),
      /** The limit of each step, from the first. */
      limits: z.array(kwachaOut),
    }),
  },
  askForLimit: {
    params,
    body: z.object({
      step: z.int('Choose a limit').min(1, 'Choose a limit').max(100, 'Choose a limit'),
      reason,
    }),
    output: z.object({ requestId: id }),
  },
};
