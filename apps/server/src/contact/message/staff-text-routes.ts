import { MOST_SMS_PARTS } from '@thumba/contract/staff/text-groups';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { type Ngwee, ngwee, toKwacha } from '@thumba/lending/money';
import type { LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { refusalUnlessSeen, requestPreview } from '../../book/staff-request-preview.ts';
import type { Database } from '../../platform/database.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { messageWords } from './message-words.ts';
import type { RenderedText, Samples, TextLanguage } from './rendered-text.ts';
import { longestFigures, sampleFigures } from './sample-figures.ts';
import { askForText, problemsOf, renderAll, type TextRefusal } from './staff-texts.ts';
import { groupOfText } from './text-group.ts';
import { newestTexts, type TextVersion, textVersions } from './text-versions.ts';
import {
  figuresNamedBy,
  figuresNeededBy,
  isMessageKind,
  MESSAGE_KINDS,
  type MessageKind,
  messageText,
} from './wording.ts';

type Waiting = StaffAnswer<'getText'>['waiting'];

export type TextRouteDeps = {
  db: Database;
  catalogue: LiveCatalogue;
  lenderPhone: string;
  publicUrl: string;
  /** The languages besides English that borrowers may choose. */
  languages: readonly TextLanguage[];
  /** What the operator of the SMS charges for a part. Undefined where it is not set. */
  smsPartNgwee(): Ngwee | null;
  today(): Day;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  /** The request for other words of this message that waits. */
  openTextRequest(kind: string): Promise<Waiting>;
  /** The messages for which a request waits, with its number. */
  waitingTexts(): Promise<ReadonlyMap<string, number>>;
};

const NOTHING_DIFFERENT = refused(409, 'These are the words of now.', { reason: 'nothing_different' });

/** The words of messages: what borrowers read, how long it is as an SMS, and other words by two people. */
export function registerTextRoutes(server: StaffServer, deps: TextRouteDeps): void {
  const { db } = deps;

  serveStaff(server, 'listTexts', async () => {
    const [standing, waiting] = await Promise.all([newestTexts(db), deps.waitingTexts()]);
    const known = new Map(standing.map((version) => [version.kind, version]));
    const items = MESSAGE_KINDS.flatMap((kind) => {
      const version = known.get(kind);
      if (!version) return [];
      const [english] = renderAll(partsOf(deps, kind), kind, version);
      const { encoding, units, parts, mostParts, text } = english!;
      return {
        ...versionView(version),
        ...{ kind, group: groupOfText(kind), encoding, units, parts, mostParts, text },
        isOwn: version.english !== messageWords[kind],
        waitingRequestId: waiting.get(kind) ?? null,
      };
    });
    return done({ partCost: partCost(deps), mostParts: MOST_SMS_PARTS, items });
  });

  serveStaff(server, 'getText', async ({ params: { kind } }) => {
    if (!isMessageKind(kind)) return NOT_FOUND;
    const [versions, waiting] = await Promise.all([textVersions(db, kind), deps.openTextRequest(kind)]);
    const parts = partsOf(deps, kind);
    const [standing] = versions;
    if (!standing) return NOT_FOUND;
    const needed = figuresNeededBy(kind);
    return done({
      ...versionView(standing),
      ...{ kind, group: groupOfText(kind), english: standing.english, translations: standing.translations },
      shipped: messageWords[kind],
      partCost: partCost(deps),
      figures: figuresNamedBy(kind).map((name) => ({
        name,
        sample: messageText(`{${name}}`, parts.samples.usual),
        isNeeded: needed.includes(name),
      })),
      rendered: renderAll(parts, kind, standing).map((text) => renderedView(deps, text)),
      versions: versions.map((version) => ({
        ...versionView(version),
        ...{ english: version.english, translations: version.translations },
        text: renderAll(parts, kind, version)[0]!.text,
      })),
      waiting,
    });
  });

  registerChangeRoutes(server, deps);
}

function registerChangeRoutes(server: StaffServer, deps: TextRouteDeps): void {
  const standingOf = async (kind: string) => (await textVersions(deps.db, kind))[0];

  serveStaff(server, 'previewText', async ({ params: { kind }, body: { english, translations } }) => {
    const standing = isMessageKind(kind) && (await standingOf(kind));
    if (!standing || !isMessageKind(kind)) return NOT_FOUND;
    const wanted = { kind, english, translations };
    const parts = partsOf(deps, kind);
    const problems = problemsOf(parts, wanted);
    if (problems.length > 0) return done({ rendered: [], problems, preview: null });
    const asked = askForText(parts, wanted, standing, 'a preview');
    return done({
      rendered: renderAll(parts, kind, wanted).map((text) => renderedView(deps, text)),
      problems,
      preview: asked.ok ? requestPreview(asked.value) : null,
    });
  });

  serveStaff(server, 'askForText', async ({ params: { kind }, body }, { person, note }) => {
    note({ message: kind });
    const standing = isMessageKind(kind) && (await standingOf(kind));
    if (!standing || !isMessageKind(kind)) return NOT_FOUND;
    const { english, translations, reason, digest } = body;
    const asked = askForText(partsOf(deps, kind), { kind, english, translations }, standing, reason);
    if (!asked.ok) return refusalOf(asked.refusal);
    return refusalUnlessSeen(asked.value, digest) ?? deps.fileRequest(asked.value, person);
  });
}

function refusalOf(refusal: TextRefusal): Reply<never> {
  if (refusal.kind === 'nothing_different') return NOTHING_DIFFERENT;
  return refused(409, refusal.problems.map(({ sentence }) => sentence).join(' '), { reason: refusal.kind });
}

function partsOf(
  { catalogue, today, lenderPhone, publicUrl, languages }: TextRouteDeps,
  kind: MessageKind,
): { languages: readonly TextLanguage[]; samples: Samples } {
  const of = { catalogue: catalogue.current(), on: today(), lenderPhone, publicUrl };
  const usual = sampleFigures(of, groupOfText(kind));
  return { languages, samples: { usual, longest: longestFigures(usual) } };
}

function versionView({ version, savedAt, madeBy, checkedBy, requestId }: TextVersion) {
  return { version, savedAt: savedAt.toISOString(), madeBy, checkedBy, requestId };
}

function renderedView({ smsPartNgwee }: TextRouteDeps, text: RenderedText) {
  const partNgwee = smsPartNgwee();
  const cost = partNgwee === null ? null : toKwacha(ngwee(partNgwee * text.parts));
  return { ...text, cost };
}

function partCost({ smsPartNgwee }: TextRouteDeps): number | null {
  const partNgwee = smsPartNgwee();
  return partNgwee === null ? null : toKwacha(partNgwee);
}
