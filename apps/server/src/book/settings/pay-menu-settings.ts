import { z } from 'zod';

/** What is dialled for the menu of an operator, such as "*115#". */
const menuCode = z
  .string()
  .regex(/^(\*[\d*]{1,20}#)?$/)
  .optional();
/** What is typed in the menu of an operator. */
const menuEntry = z
  .string()
  .regex(/^[\dA-Za-z]{0,20}$/)
  .optional();

/** How a borrower pays in the menu of an operator, without the app. */
export const payMenuSettings = {
  AIRTEL_PAY_MENU: menuCode,
  AIRTEL_PAY_MERCHANT: menuEntry,
  MTN_PAY_MENU: menuCode,
  MTN_PAY_MERCHANT: menuEntry,
  PAY_MENU_REFERENCE: z.enum(['bill_number', 'mobile_number', '']).optional(),
};
