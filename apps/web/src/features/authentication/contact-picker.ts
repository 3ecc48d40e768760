import { readPhoneNumber } from '../../platform/phone-number.ts';

type PickedContact = { name?: string[]; tel?: string[] };
type ContactsManager = {
  select(properties: ('name' | 'tel')[], options: { multiple: boolean }): Promise<PickedContact[]>;
};

const contacts = (navigator as Navigator & { contacts?: ContactsManager }).contacts;

export const canPickContacts = contacts !== undefined;

/** One person of the phone's address book; undefined when none was chosen. */
export async function pickContact(): Promise<{ name: string; mobile: string } | undefined> {
  try {
    const picked = (await contacts?.select(['name', 'tel'], { multiple: false }))?.[0];
    if (picked === undefined) return undefined;
    return { name: picked.name?.[0] ?? '', mobile: readPhoneNumber(picked.tel?.[0] ?? '') };
  } catch {
    return undefined;
  }
}
