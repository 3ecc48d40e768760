import type { Answer } from '@thumba/contract/wire';
import { type ReactNode, useState } from 'react';
import { dayOf, dayText } from '../../platform/lusaka-time.ts';
import { queryClient, refresh, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { SwitchField } from '../../ui/switch-field.tsx';
import { settingsWords } from '../../words/settings.ts';
import { heedConsent } from '../device-data/device-data.ts';

type Consent = Answer<'listConsents'>[number];

/** Puts the saved consent into the cache, so that the switch does not jump back while the list is refreshed. */
function keep(saved: Consent): void {
  queryClient.setQueryData<Consent[]>(['listConsents', {}], (consents) =>
    consents?.map((consent) => (consent.kind === saved.kind ? saved : consent)),
  );
}

type ConsentSwitchProps = {
  consent: Consent;
  /** Runs before the server is asked. False cancels the change. */
  prepare?: (isGiven: boolean) => Promise<boolean>;
  onSaved?: (saved: Consent) => void;
  /** Further text below the wording. */
  children?: ReactNode;
};

/** Switches as soon as it is tapped, and back if the server refused. */
export function ConsentSwitch({ consent, prepare, onSaved, children }: ConsentSwitchProps) {
  const words = settingsWords.consents;
  const save = useSend('saveConsent');
  const [wish, setWish] = useState<boolean | null>(null);
  const { kind, given, wording, wordingVersion, changedVersion } = consent;

  const change = async (isGiven: boolean) => {
    setWish(isGiven);
    if (prepare && !(await prepare(isGiven))) {
      setWish(null);
      return;
    }
    save.mutate(
      { body: { kind, given: isGiven, wordingVersion } },
      {
        onSuccess: (saved) => {
          keep(saved);
          heedConsent(saved);
          onSaved?.(saved);
          showSuccess(isGiven ? words.allowed : words.takenBack);
        },
        // The wording may have been outdated, so the new one is loaded.
        onError: () => void refresh('listConsents'),
        onSettled: () => setWish(null),
      },
    );
  };

  return (
    <SwitchField
      label={words.kinds[kind]}
      isOn={wish ?? given}
      isBusy={save.isPending || wish !== null}
      onChange={(isGiven) => void change(isGiven)}
    >
      <p>{wording}</p>
      {children}
      {given && changedVersion !== undefined && changedVersion < wordingVersion && (
        <p>{words.newWords(changedVersion)}</p>
      )}
      <p>{standing(consent)}</p>
    </SwitchField>
  );
}

/** Since when it is given or taken back, and in which words. */
export function standing({ given, changedAt, changedVersion }: Consent): string {
  const words = settingsWords.consents;
  if (changedAt === undefined || changedVersion === undefined) return words.never;
  const on = dayText(dayOf(changedAt));
  return `${given ? words.given(on) : words.withdrawn(on)} · ${words.version(changedVersion)}`;
}
