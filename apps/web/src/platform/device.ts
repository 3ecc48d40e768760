import type { DeviceType } from '@thumba/contract/codes';

/** A day worth remembering in the phone's own calendar. */
export type CalendarEvent = {
  /** Names it for good: the same again replaces it, and it is removed by this. */
  key: string;
  title: string;
  description: string;
  /** yyyy-mm-dd, the whole day. */
  on: string;
};

/** What a phone says of itself. */
export type DeviceInfo = { deviceId: string; manufacturer: string; model: string; osVersion: string };

/** In degrees, south and west below zero. */
export type Place = { latitude: number; longitude: number };

/** An SMS of the phone: `date` in milliseconds since 1970, `type` 1 received or 2 sent. */
export type PhoneMessage = { address: string; body: string; date: number; type: 1 | 2 };

export type PermissionKind = 'camera' | 'location' | 'messages' | 'calendar' | 'notifications';
export type Permissions = Partial<Record<PermissionKind, 'granted' | 'denied' | 'prompt'>>;

/** What the app runs in. */
export type Device = {
  type: DeviceType;
  /** What kind of phone this is, as far as it says. */
  brand(): string;
  /** How the permissions stand that only the device knows of. It asks nobody, and never rejects. */
  checkPermissions(): Promise<Permissions>;
  /** Where the device itself says where it is; it asks whoever holds it, and rejects without an answer. */
  readPlace?: () => Promise<Place>;
  /** Where the phone says more of itself than a browser knows: nothing when it would not. Never rejects. */
  info?: {
    read(): Promise<DeviceInfo | undefined>;
    /** Whoever takes their consent back, or signs in next, is not named by what was read before. */
    forget(): void;
  };
  /** Where the device can read SMS: those of these senders, none when it may not. Never rejects. */
  readMessages?: (senders: readonly string[]) => Promise<PhoneMessage[]>;
  /**
   * Where the device signs in with Google by itself: the access token, or nothing when no account was chosen. Rejects
   * where it cannot.
   */
  signInWithGoogle?: () => Promise<string | undefined>;
  /** Where the device lets the app write its calendar: whether that was done. Never rejects. */
  calendar?: {
    add(event: CalendarEvent): Promise<boolean>;
    remove(eventKey: string): Promise<boolean>;
  };
};

type BrandedNavigator = Navigator & { userAgentData?: { platform?: string } };

/** A browser asks for each thing at the moment it is used, so there is nothing to ask for beforehand. */
const browserDevice: Device = {
  type: 4, // `DEVICE_TYPE.browser`, whose names the first load does without
  brand: () => (navigator as BrandedNavigator).userAgentData?.platform || 'h5',
  checkPermissions: async () => ({}),
};

export let device: Device = browserDevice;

/** Once, before the first screen. */
export function runOn(chosen: Device): void {
  device = chosen;
}
