import { z } from 'zod';
import { id, visibleText } from '../fields.ts';
import { versionOf } from './kept-version.ts';
import { reason } from './people.ts';
import { digest, filed, preview } from './preview.ts';

const channelCode = z.string().regex(/^[\w-]{1,60}$/, 'Write letters, digits, - and _ only.');
const shown = {
  channelCode,
  name: z.string(),
  pixelId: z.string().nullable(),
  apkUrl: z.string(),
  packageName: z.string(),
  intentHost: z.string(),
};

const form = z.object({
  channelCode,
  name: visibleText(100).refine((text) => text.trim() !== '', 'Write a name.'),
  pixelId: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .nullable()
    .default(null),
  /** The access token of the pixel. Left out, that of the same pixel stays. Null removes it. */
  pixelToken: z
    .string()
    .regex(/^[\w.|-]{1,500}$/)
    .nullable()
    .optional(),
  apkUrl: z.union([z.literal(''), z.url({ protocol: /^https$/ })]).default(''),
  packageName: z.string().regex(/^\w+(\.\w+)+$/, 'Write a package like com.thumba.wallet.'),
  intentHost: z.string().regex(/^[\w.-]{1,100}$/),
});

/** The ways by which borrowers come to the app, with the pixels of advertisements. */
export const channels = {
  listChannels: {
    output: z.object({
      items: z.array(
        z.object({
          ...versionOf,
          ...shown,
          isDefault: z.boolean(),
          /** Whether this channel can have a pixel. */
          mayHavePixel: z.boolean(),
          hasPixelToken: z.boolean(),
          waitingRequestId: id.nullable(),
        }),
      ),
    }),
  },
  previewChannel: {
    body: form,
    output: z.object({ problem: z.string().nullable(), preview: preview.nullable() }),
  },
  askForChannel: { body: form.extend({ reason, digest }), output: filed },
};
