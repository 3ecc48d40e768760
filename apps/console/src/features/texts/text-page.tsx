import { useState } from 'react';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { WaitingChange } from '../set-up/waiting-change.tsx';
import { RenderedTexts } from './rendered-texts.tsx';
import { TextEditor } from './text-editor.tsx';
import { figureText, type Text, textTitle } from './text-words.ts';
import styles from './texts.module.css';

/** The words of one message: as borrowers read it, what it may name, its versions, and other words for it. */
export function TextPage({ kind }: { kind: string }) {
  const query = useStaffAnswer('getText', { params: { kind } });
  return (
    <Page title={textTitle(kind)} note="the words of a message">
      <Answer query={query}>{(text) => <TextCards key={text.version} text={text} />}</Answer>
    </Page>
  );
}

function TextCards({ text }: { text: Text }) {
  const mayChange = usePerson().permissions.includes('changeTexts') && text.waiting === null;
  const [isEditing, setEditing] = useState(false);
  useKeys(
    'This message',
    mayChange && !isEditing ? [{ keys: 'w', does: 'Write other words', run: () => setEditing(true) }] : [],
  );
  return (
    <Cards>
      {text.waiting && <WaitingChange kind="text_change" waiting={text.waiting} />}
      {isEditing ? (
        <TextEditor text={text} onClose={() => setEditing(false)} />
      ) : (
        <Card
          title="What borrowers read"
          note={`version ${text.version}`}
          actions={
            mayChange && (
              <Button keys="W" onClick={() => setEditing(true)}>
                Other words
              </Button>
            )
          }
        >
          <RenderedTexts rendered={text.rendered} />
        </Card>
      )}
      <FiguresCard text={text} />
      <VersionsCard text={text} />
    </Cards>
  );
}

type Figure = Text['figures'][number];

const figureColumns: readonly Column<Figure>[] = [
  { title: 'Figure', cell: ({ name }) => <code>{figureText(name)}</code> },
  { title: 'In the sample', cell: ({ sample }) => sample },
  { title: 'Each wording needs it', cell: ({ isNeeded }) => (isNeeded ? 'yes' : 'no') },
];

function FiguresCard({ text: { figures } }: { text: Text }) {
  return (
    <Card
      title="Figures"
      note="in braces; a part in brackets is left out where a figure in it is zero or missing"
      isFlush={figures.length > 0}
    >
      {figures.length === 0 ? (
        <p>This message names no figure.</p>
      ) : (
        <Table label="Figures" rows={figures} columns={figureColumns} keyOf={({ name }) => name} />
      )}
    </Card>
  );
}

type Version = Text['versions'][number];

const versionColumns: readonly Column<Version>[] = [
  { title: 'Version', cell: ({ version }) => version },
  {
    title: 'Words',
    cell: ({ english, translations }) => (
      <span className={styles.text}>
        {english}
        {Object.entries(translations).map(([tag, words]) => (
          <span key={tag} className={styles.own}>
            {tag}: {words}
          </span>
        ))}
      </span>
    ),
  },
  { title: 'Asked by', cell: ({ madeBy }) => madeBy ?? 'the program' },
  { title: 'Approved by', cell: ({ checkedBy }) => checkedBy ?? '' },
  { title: 'Since', cell: ({ savedAt }) => <Time at={savedAt} /> },
];

function VersionsCard({ text: { versions } }: { text: Text }) {
  return (
    <Card title="Versions" note="a message that was sent keeps the version in which it was sent" isFlush>
      <Table label="Versions" rows={versions} columns={versionColumns} keyOf={({ version }) => version} />
    </Card>
  );
}
