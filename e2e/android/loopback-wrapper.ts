import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { BrowserContext, Page } from 'playwright-core';
import { projectEnvironment, projectNode, root } from '../../scripts/project.mjs';
import type { HookCall } from '../support/android-host.ts';

type Answer = { document: string; message: string };
type Controlled = { control: string; value?: unknown; fault?: string };

/** The Android app on Robolectric, for the pages of one browser window. */
export type LoopbackWrapper = {
  /** From now on the pages of this window run in the app. The list holds the calls of its hooks in their order. */
  showIn(context: BrowserContext): Promise<HookCall[]>;
  /** Sends a message as a frame of a page would, and calls back with each answer. */
  post(
    frame: { origin: string; isMainFrame: boolean },
    message: string,
    onAnswer: (answer: string) => void,
  ): void;
  /** Sets up the phone around the app, or reads what happened on it. */
  control(name: string, values?: object): Promise<unknown>;
  stop(): Promise<void>;
};

/** Compiles the app for this origin and starts it. */
export async function startLoopbackWrapper(origin: string): Promise<LoopbackWrapper> {
  const process = spawn(
    projectNode,
    ['scripts/program.mjs', 'apps/android/build/loopback-wrapper.ts', origin],
    { cwd: root, env: projectEnvironment, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => process.on('exit', () => resolve()));
  const socket = await connectTo(await portOf(process));
  const answerTo = new Map<string, (message: string) => void>();
  const controlled: ((answer: Controlled) => void)[] = [];
  createInterface({ input: socket }).on('line', (line) => {
    const answer: Answer | Controlled = JSON.parse(line);
    if ('control' in answer) controlled.shift()?.(answer);
    else answerTo.get(answer.document)?.(answer.message);
  });
  const control = async (name: string, values: object = {}) => {
    const answer = await new Promise<Controlled>((resolve) => {
      controlled.push(resolve);
      send(socket, { control: name, ...values });
    });
    if (answer.fault !== undefined) throw new Error(`${name}: ${answer.fault}`);
    return answer.value;
  };
  const post: LoopbackWrapper['post'] = (frame, message, onAnswer) => {
    const document = randomUUID();
    answerTo.set(document, onAnswer);
    send(socket, { ...frame, document, message });
  };
  return {
    control,
    post,
    async showIn(context) {
      const heard: HookCall[] = [];
      const script = String(await control('script'));
      await context.exposeBinding('postToWrapper', ({ page, frame }, document: string, message: string) => {
        answerTo.set(document, (answer) => void tell(page, document, answer));
        const { method, argument } = JSON.parse(message);
        heard.push({ hook: method, argument: JSON.parse(argument) });
        const isMainFrame = frame === page.mainFrame();
        send(socket, { origin: new URL(frame.url()).origin, isMainFrame, document, message });
      });
      await context.addInitScript({ content: `(${PORT})(${JSON.stringify(origin)});\n${script}` });
      return heard;
    },
    async stop() {
      await control('stop');
      socket.end();
      process.stdin.end();
      await ended;
    },
  };
}

/** What a WebView puts on the pages of the origin: a port whose messages say which document sent them. */
const PORT = `(origin) => {
  if (location.origin !== origin) return;
  const document = String(Math.random());
  window.thumbaPort = {
    document,
    onmessage: null,
    postMessage: (message) => void window.postToWrapper(document, message),
  };
}`;

/** An answer goes to the document that asked. Another one may stand on the page by now. */
async function tell(page: Page, document: string, answer: string): Promise<void> {
  await page
    .evaluate(
      `window.thumbaPort?.document === ${JSON.stringify(document)} && window.thumbaPort.onmessage({ data: ${JSON.stringify(answer)} })`,
    )
    .catch((failure: Error) => {
      if (!/closed|navigat|destroyed/.test(failure.message)) throw failure;
    });
}

function send(socket: Socket, line: object): void {
  socket.write(`${JSON.stringify(line)}\n`);
}

function connectTo(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** The first line of its output that is JSON says the port. */
function portOf(process: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: process.stdout! });
    lines.on('line', (line) => {
      if (line.startsWith('{')) resolve(JSON.parse(line).port);
    });
    process.once('exit', (status) => reject(new Error(`The Android app ended with status ${status}.`)));
  });
}
