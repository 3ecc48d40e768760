import type { DeviceType } from '@thumba/contract/codes';

/** A day to enter into the phone's own calendar. */
export type CalendarEvent = {
  /** A permanent name: entering the same name replaces the entry, and removing uses it. */
  key: string;
  title: string;
  description: string;
  /** yyyy-mm-dd, the whole day. */
  on: string;
};

/** What a phone reports about itself. */
export type DeviceInfo = { deviceId: string; manufacturer: string; model: string; osVersion: string };

/** In degrees, south and west below zero. */
export type Place = { latitude: number; longitude: number };

/** What SMS of operators and banks say in sum. The texts stay on the phone. */
export type MessageFigures = {
  windowDays: 90;
  readCount: number;
  receivedCount: number;
  receivedNgwee: number;
  spentCount: number;
  /** The days of the first and the last movement of money, yyyy-mm-dd; null without one. */
  firstOn: string | null;
  lastOn: string | null;
};

/** A version of the Android app, and the file that it is installed from. */
export type AppVersion = { url: string; sha256: string; versionCode: number };

/** `opened`: Android's installer asks the person now. */
export type UpdateOutcome = 'opened' | 'refused' | 'unsupported' | 'failed';

export type PermissionKind = 'camera' | 'location' | 'messages' | 'calendar' | 'notifications';
export type Permissions = Partial<Record<PermissionKind, 'granted' | 'denied' | 'prompt'>>;

/** The browser or Android wrapper that the app runs in. */
export type Device = {
  type: DeviceType;
  /** The model of the phone, otherwise the name of the browser. Empty where neither is told. */
  brand(): string;
  /** Reads the state of the device's permissions without asking the person. Never rejects. */
  checkPermissions(): Promise<Permissions>;
  /** Only where the device reports its location: asks the person, and rejects without an answer. */
  readPlace?: () => Promise<Place>;
  /** Only where the phone reports more than a browser can: undefined when it refuses. Never rejects. */
  info?: {
    read(): Promise<DeviceInfo | undefined>;
    /** Drops what was read, after a consent was withdrawn or another borrower signed in. */
    forget(): void;
  };
  /** Only where the device can read SMS: figures of those of these senders. Undefined when it refuses. Never rejects. */
  readMessageFigures?: (senders: readonly string[]) => Promise<MessageFigures | undefined>;
  /** Only where the device itself reads the code of an SMS of ours. */
  codeReader?: {
    /** The last line of an SMS by which the device finds it. */
    smsHash: string;
    /** The digits of the next such SMS; undefined when none comes. Never rejects. */
    read(): Promise<string | undefined>;
  };
  /** Only where the device can keep the app out of screenshots and of the list of open apps. Never rejects. */
  hideScreen?: (isHidden: boolean) => Promise<boolean>;
  /** Only where a browser has no list of apps to share with, and the device has: whether it opened. Never rejects. */
  shareText?: (text: string) => Promise<boolean>;
  /** Only in an app of a store, which offers no shorter term than so many days. */
  shortestTermDays?: number;
  /**
   * Only where the device itself signs in with Google: the ID token, or undefined when no account was chosen.
   * Rejects when it cannot.
   */
  signInWithGoogle?: () => Promise<string | undefined>;
  /** Only where the device takes notifications without the browser, under a token of Firebase. Never rejects. */
  notifications?: {
    /** Without asking the person. */
    isAllowed(): Promise<boolean>;
    /** Asks the person, where that is not decided yet. */
    ask(): Promise<boolean>;
    readToken(): Promise<string | undefined>;
  };
  /** Only in an app that no store updates: it can put a newer version in its own place. */
  updater?: {
    /** Of the installed app. */
    versionCode: number;
    /** Takes some minutes, and asks the person. Never rejects. */
    install(version: AppVersion): Promise<UpdateOutcome>;
  };
  /** Only where the app may write to the device's calendar: whether that was done. Never rejects. */
  calendar?: {
    add(event: CalendarEvent): Promise<boolean>;
    remove(eventKey: string): Promise<boolean>;
  };
};

let brandOfBrowser = '';

/** A browser asks for each permission when it is used, so nothing is asked beforehand. */
const browserDevice: Device = {
  type: 4, // `DEVICE_TYPE.browser`, whose names the first load does without
  brand: () => brandOfBrowser,
  checkPermissions: async () => ({}),
};

/** Called once the browser has told it. */
export function nameBrowser(brand: string): void {
  brandOfBrowser = brand;
}

export let device: Device = browserDevice;

/** Called once, before the first screen. */
export function runOn(chosen: Device): void {
  device = chosen;
}
