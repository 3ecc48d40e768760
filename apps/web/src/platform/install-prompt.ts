import { createStore } from 'zustand/vanilla';

/** What a browser hands over when it could install the app. */
export type InstallPrompt = Event & {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: string }>;
};

type Installation = { prompt: InstallPrompt | null; isInstalling: boolean };

export const installation = createStore<Installation>(() => ({ prompt: null, isInstalling: false }));

/** The browser's prompt is held back until the borrower asks for it. */
export function holdInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installation.setState({ prompt: event as InstallPrompt });
  });
}
