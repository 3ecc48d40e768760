import { z } from 'zod';
import { day, id, instant, page, pageSize } from '../fields.ts';

export const messages = {
  listMessages: {
    query: z.object({ page, pageSize }),
    output: z.object({
      total: z.int(),
      items: z.array(
        z.object({
          messageId: id,
          at: instant,
          on: day,
          text: z.string(),
          medium: z.enum(['sms', 'push']).meta({
            description: 'push: it was sent as a notification, which contains no amount',
          }),
        }),
      ),
    }),
  },
};
