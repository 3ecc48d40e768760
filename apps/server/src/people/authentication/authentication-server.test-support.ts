import sharp from 'sharp';
import { expect } from 'vitest';
import { startCallServer } from '../../../test/call-server.ts';
import { readProfile } from './queries.ts';
import { registerAuthenticationRoutes } from './routes.ts';

export const UPLOADS_PER_ADDRESS = 50;

export type AuthenticationServer = Awaited<ReturnType<typeof startAuthenticationServer>>;

export async function startAuthenticationServer(
  options: { isFaceRequired?: boolean; drawingTimeoutMs?: number } = {},
) {
  let profile: (borrowerId: number) => ReturnType<typeof readProfile>;
  const server = await startCallServer({
    session: { profile: (borrowerId) => profile(borrowerId) },
    register(routes, deps) {
      profile = (borrowerId) => readProfile(deps.db, deps.sealing, borrowerId);
      registerAuthenticationRoutes(routes, {
        ...deps,
        isFaceRequired: options.isFaceRequired ?? false,
        uploadsPerAddressPerHour: UPLOADS_PER_ADDRESS,
        uploadLimits: {
          atOnce: 8,
          perAddressAtOnce: 8,
          maxMegapixels: 20,
          timeoutMs: options.drawingTimeoutMs,
        },
        checkPerson: async () => undefined,
      });
    },
  });
  const card = await drawPicture({ width: 60, height: 40 });

  let lastMobile = 0;
  let lastAddress = 0;
  const newAddress = () => `192.168.${++lastAddress >> 8}.${lastAddress & 255}`;

  async function upload(bytes: Buffer, purpose = 'nrc_front', address = newAddress()) {
    return server.call('uploadBase64', { address, body: { image: dataUrl(bytes), purpose } });
  }

  return {
    ...server,
    newMobile: () => `0977${String(++lastMobile).padStart(6, '0')}`,
    newAddress,
    upload,
    async uploadCard(purpose: 'nrc_front' | 'nrc_back' = 'nrc_front'): Promise<string> {
      const answer = await upload(card, purpose);
      expect(answer).toMatchObject({ code: 200 });
      return answer.data.fileId;
    },
    identify: (token: string, body: Record<string, unknown>) =>
      server.call('addOrUpdateUserOcrInfoV3', { token, body }),
    save: (token: string, cerCode: number, values: Record<string, unknown>) =>
      server.call('addOrUpdateUserAuthInfo', { token, body: { cerCode, columns: columnsOf(values) } }),
  };
}

export function columnsOf(values: Record<string, unknown>) {
  return Object.entries(values).map(([columnCode, value]) => ({ columnCode, value }));
}

export const dataUrl = (bytes: Buffer, label = 'image/jpeg') =>
  `data:${label};base64,${bytes.toString('base64')}`;

export function drawPicture({ width, height }: { width: number; height: number }, color = 'green') {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
}

export const identity = (idNumber: string) => ({
  confirm: true,
  idNumber,
  firstName: 'Chanda',
  lastName: 'Mwansabombwe',
  birthDate: '1994-02-28',
  gender: 'F',
});

export const personal = {
  email: 'chanda@example.com',
  maritalStatus: 'married',
  education: 'college',
  employmentType: 'company',
  employerName: 'Kafue Milling',
  monthlyIncome: 3500.5,
  payDay: 25,
  district: 505,
  address: 'Plot 12, Kabulonga Road',
};

export const contacts = {
  contact1Name: 'Bwalya Phiri',
  contact1Relation: 'sibling',
  contact1Mobile: '0966123001',
  contact2Name: 'Bwalya Phiri',
  contact2Relation: 'sibling',
  contact2Mobile: '0955123002',
};
