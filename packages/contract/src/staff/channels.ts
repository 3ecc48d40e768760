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
  apkVersionCode: z.int().nullable(),
  apkSha256: z.string().nullable(),
  packageName: z.string(),
  intentHost: z.string(),
};

const VERSION_CODE = 'The version code is a whole number from 1 to 2,100,000,000.';
const SHA256 = 'The SHA-256 has 64 digits: 0 to 9 and a to f.';

const ADDRESS =
  'The address of the app file begins with https:// and has at most 2,000 characters, without blanks, accents or a user name.';

/** The file from which borrowers install the app: its address, and both its version code and its SHA-256 or neither. */
export const appFile = {
  /** Phones take no longer address, and browser and phone must read the same host in it. */
  apkUrl: z
    .string(ADDRESS)
    .trim()
    .max(2000, ADDRESS)
    .regex(/^(https:\/\/[A-Za-z\d.-]+(:\d+)?(\/[!-~]*)?)?$/, ADDRESS)
    .refine((url) => url === '' || URL.canParse(url), ADDRESS)
    .default(''),
  apkVersionCode: z
    .int(VERSION_CODE)
    .min(1, VERSION_CODE)
    .max(2_100_000_000, VERSION_CODE)
    .nullable()
    .default(null),
  apkSha256: z
    .string(SHA256)
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, SHA256)
    .nullable()
    .default(null),
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
  ...appFile,
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
