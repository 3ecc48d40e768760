import { type BookReport, type Books, checkBooks, untilQuiet } from './book-check.ts';
import { type Program, type ProgramOptions, startProgram } from './program.ts';

/** The real enquiry times are minutes: Airtel is first asked after three. Here all are a twentieth of that. */
const ENQUIRY_TIME_SCALE = 0.05;
const OPERATOR_TIMEOUT_MS = 20_000 * ENQUIRY_TIME_SCALE;
const PROMPT_SECONDS = 60;

/** The settings of a server whose operators are quick. */
export const operatorTimes = {
  DEMO_BORROWERS: 'false',
  ENQUIRY_TIME_SCALE: String(ENQUIRY_TIME_SCALE),
  OPERATOR_TIMEOUT_MS: String(OPERATOR_TIMEOUT_MS),
  PROMPT_SECONDS: String(PROMPT_SECONDS),
};

export const simulatorTimes = {
  promptExpiryMs: PROMPT_SECONDS * 1000,
  callbackDelayMs: 50,
  callbackLateMs: 5_000,
  callbackGapMs: 300,
  heldAnswerMs: 800,
  hangMs: 10_000,
  pollMs: 50,
};

/** The whole program, with the operators in a process of their own that keeps running when the server is killed. */
export function startWithOperators(
  env: Record<string, string> = {},
  options: Pick<ProgramOptions, 'sources' | 'simulatorApart'> = {},
): Promise<Program> {
  return startProgram({
    ...options,
    ownSimulator: true,
    env: { ...operatorTimes, ...env },
    simulatorSettings: simulatorTimes,
  });
}

/** Six faults of operators, each in one request of ten. */
export const SIX_FAULTS = {
  callbackLost: 0.1,
  callbackTwice: 0.1,
  callbackLate: 0.1,
  answerLost: 0.1,
  refused500: 0.1,
  timeout: 0.1,
};

/** The faults apply to payments only, not to sign-in. */
export async function letOperatorsMisbehave(
  program: Program,
  rates: Record<string, number>,
  seed = 1,
): Promise<void> {
  const response = await fetch(`${program.simulatorUrl}/api/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seed, rates }),
  });
  if (!response.ok) throw new Error(`the faults could not be set: ${await response.text()}`);
}

export async function booksOf(program: Program): Promise<Books> {
  const { simulatorUrl, sealing } = program;
  return { databaseUrl: await program.databaseUrl(), simulatorUrl, sealing };
}

export async function booksAtRest(program: Program, withinMs = 60_000): Promise<BookReport> {
  const books = await booksOf(program);
  await untilQuiet(books, withinMs);
  return checkBooks(books);
}

/** The server's log lines of level error and above. */
export function errorsOf(program: Program): string[] {
  return program
    .output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
}
