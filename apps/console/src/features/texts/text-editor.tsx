import { MOST_WORDING_LETTERS } from '@thumba/contract/staff/text-groups';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Form, TextArea } from '../../ui/field.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { AskDialog } from '../requests/ask-dialog.tsx';
import { filedText } from '../requests/request-words.tsx';
import { RenderedTexts } from './rendered-texts.tsx';
import { type Text, textTitle } from './text-words.ts';
import styles from './texts.module.css';

type Words = { english: string; translations: Record<string, string> };
type Shown = NonNullable<StaffAnswer<'previewText'>['preview']>;

/** Other words for a message, with what borrowers would read beside them while they are typed. */
export function TextEditor({ text, onClose }: { text: Text; onClose: () => void }) {
  const [english, setEnglish] = useState(text.english);
  const [own, setOwn] = useState<Record<string, string>>(text.translations);
  const [asked, setAsked] = useState<Shown | null>(null);
  const [isTried, setTried] = useState(false);
  const words = wordsOf(english, own);
  const { data, error } = usePreview('previewText', { params: { kind: text.kind }, body: words });
  const problemOf = (tag: string) =>
    data?.problems
      .filter(({ language }) => language === tag)
      .map(({ sentence }) => sentence)
      .join(' ') || undefined;
  const ask = () => {
    setTried(true);
    if (data?.preview) setAsked(data.preview);
  };
  return (
    <Card title="Other words" note={`after version ${text.version}`}>
      <div className={styles.editor}>
        <Form onSubmit={ask}>
          <TextArea
            label="English"
            value={english}
            onChange={setEnglish}
            maxLength={MOST_WORDING_LETTERS}
            rows={5}
            problem={problemOf('en')}
          />
          {text.rendered
            .filter(({ language }) => language !== 'en')
            .map(({ language, languageName }) => (
              <TextArea
                key={language}
                label={languageName}
                hint="Empty: these borrowers read the translation of the delivered words, or else the English words."
                value={own[language] ?? ''}
                onChange={(value) => setOwn({ ...own, [language]: value })}
                maxLength={MOST_WORDING_LETTERS}
                lang={language}
                problem={problemOf(language)}
              />
            ))}
          {isTried && data && data.problems.length === 0 && data.preview === null && (
            <Failure>These are the words of now.</Failure>
          )}
          <Actions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="main" keys="Ctrl Enter">
              Ask a second person
            </Button>
          </Actions>
        </Form>
        <Reading data={data} error={error} />
      </div>
      {asked && (
        <AskForText
          kind={text.kind}
          words={words}
          shown={asked}
          onClose={() => setAsked(null)}
          onDone={onClose}
        />
      )}
    </Card>
  );
}

type ReadingProps = { data: StaffAnswer<'previewText'> | undefined; error: Error | null };

function Reading({ data, error }: ReadingProps) {
  return (
    <section aria-label="What borrowers would read" aria-live="polite">
      {error && <Failure>{sentenceOf(error)}</Failure>}
      {!error && !data && <Loading />}
      {data && data.problems.length > 0 && <p>Nothing can be shown while something is wrong.</p>}
      {data && <RenderedTexts rendered={data.rendered} />}
    </section>
  );
}

/** A language whose field is empty has no words of its own. */
function wordsOf(english: string, own: Readonly<Record<string, string>>): Words {
  const written = Object.entries(own).filter(([, words]) => words.trim() !== '');
  return { english, translations: Object.fromEntries(written) };
}

type AskProps = { kind: string; words: Words; shown: Shown; onClose: () => void; onDone: () => void };

function AskForText({ kind, words, shown, onClose, onDone }: AskProps) {
  const { send, sending } = useDialogSend('askForText', ['getText', 'listTexts', 'listRequests'], {
    onClose,
    onDone,
    says: filedText,
  });
  return (
    <AskDialog
      kind="text_change"
      outcome="Borrowers read them"
      title={`Other words: ${textTitle(kind)}`}
      effect={shown.effect}
      message={shown.message}
      {...sending}
      onConfirm={(reason) => send({ params: { kind }, body: { ...words, reason, digest: shown.digest } })}
    />
  );
}
