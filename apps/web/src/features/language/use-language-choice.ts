import { languageTag } from '@thumba/words/catalogue';
import { useState } from 'react';
import { chooseLanguage } from '../../platform/choose-language.ts';
import { languagesOn } from '../../platform/languages-on.ts';
import { useSession } from '../../platform/session.ts';
import { languageWords } from '../../words/language.ts';

type LanguageChoice = {
  options: readonly { tag: string; name: string; isDraft: boolean }[];
  /** The language that the app speaks, or the one that is loading. */
  tag: string;
  /** What a status line says, while the language loads and when it does not. */
  message: string | undefined;
  choose: (tag: string) => void;
};

const ENGLISH = { tag: 'en', name: 'English', isDraft: false };

export function useLanguageChoice(): LanguageChoice {
  const spoken = useSession(languageTag);
  const [asked, setAsked] = useState<{ tag: string; hasFailed: boolean }>();
  const choose = (tag: string) => {
    setAsked({ tag, hasFailed: false });
    chooseLanguage(tag).then(
      () => setAsked(undefined),
      () => setAsked({ tag, hasFailed: true }),
    );
  };
  const { loading, failed } = languageWords;
  return {
    options: [ENGLISH, ...languagesOn()],
    tag: asked?.hasFailed === false ? asked.tag : spoken,
    message: asked && (asked.hasFailed ? failed : loading),
    choose,
  };
}
