import { z } from 'zod';
import { code, deviceType, id, instant, kwachaOut, mobile, nothing } from '../fields.ts';

const label = z.string().max(100).default('');

export const session = {
  sendSmsCode: {
    params: z.object({ phone: mobile }),
    output: nothing,
  },
  mobileLogin: {
    body: z.object({
      mobile,
      captcha: code,
      deviceType,
      deviceBrand: label,
      appChannelCode: label,
    }),
    output: z.object({
      token: z.string(),
      id,
      appRedirectStatus: z
        .union([z.literal(0), z.literal(1)])
        .meta({ description: '1 when this sign-in registered the borrower' }),
    }),
  },
  logout: {
    body: z.object({ everywhere: z.boolean().default(false) }),
    output: nothing,
  },
  getUserInfo: {
    output: z.object({
      userId: id,
      mobile: z.string().meta({ description: 'Masked' }),
      name: z.string().optional(),
      avatarFileId: z.string().optional(),
      email: z.string().optional(),
      creditLimit: kwachaOut,
      availableLimit: kwachaOut,
      couponCount: z.int(),
      walletBalance: kwachaOut,
      authStep: z.int(),
      registeredAt: instant,
    }),
  },
};
