import { MOST_SMS_PARTS } from '@thumba/contract/staff/text-groups';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { PublishedWording } from '../../book/message/messages.ts';
import type { ApprovedRequest, AskedRequest, EffectLine, Execution } from '../../book/staff-request.ts';
import type { Database } from '../../platform/database.ts';
import { type RenderedText, renderText, type Samples, type TextLanguage } from './rendered-text.ts';
import { publishText, type TextVersion } from './text-versions.ts';
import { figuresMissingIn, type MessageKind, wordingFault } from './wording.ts';

/** Other words for a message. A language without words of its own gets the English ones. */
export type WantedText = { kind: MessageKind; english: string; translations: Record<string, string> };

export type TextProblem = { language: string; sentence: string };

export type TextRefusal = { kind: 'bad_text'; problems: TextProblem[] } | { kind: 'nothing_different' };

type Deps = { languages: readonly TextLanguage[]; samples: Samples };

const ENGLISH: TextLanguage = { tag: 'en', name: 'English' };

/** How a message reads in each language. */
export function renderAll(
  { languages, samples }: Deps,
  kind: MessageKind,
  wording: PublishedWording,
): RenderedText[] {
  return [ENGLISH, ...languages].map((language) => renderText({ kind, wording }, language, samples));
}

/** What is wrong with words, in sentences for the person who writes them. */
export function problemsOf(deps: Deps, { kind, english, translations }: WantedText): TextProblem[] {
  const named = [ENGLISH.tag, ...deps.languages.map(({ tag }) => tag)];
  const unknown = Object.keys(translations).filter((tag) => tag === ENGLISH.tag || !named.includes(tag));
  const faults = Object.entries({ [ENGLISH.tag]: english, ...translations }).flatMap(([language, text]) => {
    const fault = unknown.includes(language)
      ? 'There is no such language besides English.'
      : faultOf(kind, text);
    return fault === undefined ? [] : [{ language, sentence: fault }];
  });
  if (faults.length > 0) return faults;
  // A language without words of its own has the length of the English ones, which are named once.
  const isWritten = (language: string) => language === ENGLISH.tag || Object.hasOwn(translations, language);
  return renderAll(deps, kind, { english, translations })
    .filter(({ language, mostParts }) => isWritten(language) && mostParts > MOST_SMS_PARTS)
    .map(({ language, mostParts }) => ({
      language,
      sentence: `With long figures it takes ${mostParts} SMS. At most ${MOST_SMS_PARTS} are sent.`,
    }));
}

function faultOf(kind: MessageKind, text: string): string | undefined {
  const fault = wordingFault(kind, text);
  if (fault !== undefined) return fault;
  const missing = figuresMissingIn(kind, text).map((name) => `{${name}}`);
  return missing.length === 0 ? undefined : `It has to name ${missing.join(', ')}, outside of brackets.`;
}

/** One request for other words of a message waits at a time. */
export function subjectOfText(kind: string): string {
  return `text ${kind}`;
}

/** What a second person is asked for: the next version of the words of a message. */
export function askForText(
  deps: Deps,
  wanted: WantedText,
  standing: TextVersion,
  reason: string,
): Outcome<AskedRequest, TextRefusal> {
  const problems = problemsOf(deps, wanted);
  if (problems.length > 0) return refuse({ kind: 'bad_text', problems });
  const effect = effectOf(deps, wanted, standing);
  if (effect.length === 0) return refuse({ kind: 'nothing_different' });
  const { kind, english, translations } = wanted;
  return allow({
    kind: 'text_change',
    title: `Words of the message ${titleOf(kind)}: version ${standing.version + 1}`,
    subject: subjectOfText(kind),
    borrowerId: null,
    loanId: null,
    ofStaffId: null,
    payload: { kind, english, translations, seenVersion: standing.version },
    effect,
    message: renderAll(deps, kind, wanted)[0]!.text,
    reason,
  });
}

/** The text, the length and the words themselves in each language that changes. */
function effectOf(deps: Deps, wanted: WantedText, standing: TextVersion): EffectLine[] {
  const before = renderAll(deps, wanted.kind, standing);
  const after = renderAll(deps, wanted.kind, wanted);
  const isSame = standing.english === wanted.english && sameTexts(standing.translations, wanted.translations);
  if (isSame) return [];
  return after.flatMap((text, index) => {
    const old = before[index]!;
    return [
      { title: text.languageName, before: old.text, after: text.text },
      { title: `${text.languageName}: length`, before: lengthText(old), after: lengthText(text) },
      {
        title: `${text.languageName}: as it is written`,
        before: writtenIn(standing, text.language),
        after: writtenIn(wanted, text.language),
      },
    ].filter((line) => line.before !== line.after);
  });
}

/** The words with the names of their figures. A sample shows how they read once, and not what they say in each case. */
function writtenIn({ english, translations }: PublishedWording, language: string): string {
  return language === ENGLISH.tag ? english : (translations[language] ?? 'as in English');
}

function sameTexts(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const tags = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...tags].every((tag) => one[tag] === other[tag]);
}

function lengthText({ parts, encoding }: RenderedText): string {
  return `${parts} SMS in ${encoding === 'gsm7' ? 'GSM-7' : 'UCS-2'}`;
}

function titleOf(kind: MessageKind): string {
  return kind.replaceAll('_', ' ');
}

/** Publishes the words that were approved, unless others were published since. A second time it finds them. */
export async function publishTextAsApproved(
  { db, now }: { db: Database; now: Date },
  { requestId, madeBy, payload }: ApprovedRequest,
): Promise<Execution> {
  const { kind, english, translations, seenVersion } = payload as WantedText & { seenVersion: number };
  const text = { kind, english, translations, seenVersion, requestId, publishedBy: madeBy, now };
  const version = await publishText(db, text);
  return version === undefined
    ? { isDone: false, sentence: 'Other words were published since this was asked for. Ask again.' }
    : { isDone: true, sentence: `Borrowers read version ${version} of this message from now on.` };
}
