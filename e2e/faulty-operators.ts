import { type BookReport, checkBooks, untilQuiet } from './book-check.ts';
import { type Program, startProgram } from './program.ts';

/** How often the operators misbehave, each way by itself. */
const RATE = 0.1;
const FAULTS = ['callbackLost', 'callbackTwice', 'callbackLate', 'answerLost', 'refused500', 'timeout'];

/** Real times take minutes: Airtel is not asked before the third one. Here all of them are a twentieth. */
const ENQUIRY_TIME_SCALE = 0.05;
const OPERATOR_TIMEOUT_MS = 20_000 * ENQUIRY_TIME_SCALE;
const PROMPT_SECONDS = 60;

/** The whole program against operators in a process of their own, which are down or wrong by seed. */
export async function startAgainstFaultyOperators(): Promise<Program> {
  return startProgram({
    ownSimulator: true,
    env: {
      DEMO_BORROWERS: 'false',
      ENQUIRY_TIME_SCALE: String(ENQUIRY_TIME_SCALE),
      OPERATOR_TIMEOUT_MS: String(OPERATOR_TIMEOUT_MS),
      PROMPT_SECONDS: String(PROMPT_SECONDS),
    },
    simulatorSettings: {
      promptExpiryMillis: PROMPT_SECONDS * 1000,
      callbackDelayMillis: 50,
      callbackLateMillis: 5_000,
      callbackGapMillis: 300,
      hangMillis: 10_000,
      pollMillis: 100,
    },
  });
}

/** Faults strike payments only: a sign-in never meets them. */
export async function letOperatorsMisbehave(program: Program, seed: number): Promise<void> {
  const response = await fetch(`${program.simulatorUrl}/api/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seed, rates: Object.fromEntries(FAULTS.map((name) => [name, RATE])) }),
  });
  if (!response.ok) throw new Error(`the faults could not be set: ${await response.text()}`);
}

export async function booksAtRest(program: Program): Promise<BookReport> {
  const books = {
    databaseUrl: await program.databaseUrl(),
    simulatorUrl: program.simulatorUrl,
    sealing: program.sealing,
  };
  await untilQuiet(books, 60_000);
  return checkBooks(books);
}

/** What the server itself found wrong: its lines of level error and above. */
export function errorsOf(program: Program): string[] {
  return program
    .output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
}
