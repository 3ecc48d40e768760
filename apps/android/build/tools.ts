import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, outerEnvironment, run } from '../../../scripts/project.mjs';

/** Robolectric needs it for Android 16. */
const OLDEST_JAVA = 21;
const JDK_FOLDER = '/usr/lib/jvm';
const DEBIAN_JDKS = ['openjdk-25-jdk-headless', 'openjdk-21-jdk-headless'];
/** A program, an argument that shows it works, and the package of Debian that has it. */
const TOOLS = [
  { program: 'mvn', argument: '--version', debianPackage: 'maven' },
  { program: 'unzip', argument: '-v', debianPackage: 'unzip' },
  { program: 'aapt', argument: 'version', debianPackage: 'aapt' },
  { program: 'aapt2', argument: 'version', debianPackage: 'aapt' },
  { program: 'zipalign', argument: undefined, debianPackage: 'zipalign' },
  { program: 'apksigner', argument: '--version', debianPackage: 'apksigner' },
] as const;

/** The home of a JDK that can compile and test the app. Missing tools are installed from Debian's packages. */
export async function findTools(): Promise<{ javaHome: string }> {
  const missing = TOOLS.filter((tool) => !works(tool)).map(({ debianPackage }) => debianPackage);
  if (missing.length > 0) await install([...new Set(missing)]);
  const stillMissing = TOOLS.filter((tool) => !works(tool));
  if (stillMissing.length > 0)
    fail(
      `The Android app needs ${stillMissing.map(({ program, debianPackage }) => `${program} (package ${debianPackage})`).join(', ')}.`,
    );
  return { javaHome: findJdk() ?? (await installJdk()) };
}

/** Runs a program and ends this script with its output when it fails. */
export function runOrFail(
  program: string,
  programArguments: string[],
  environment = outerEnvironment,
): string {
  const { status, stdout, stderr } = spawnSync(program, programArguments, {
    env: environment,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) fail(`${program} failed:\n${stdout}${stderr}`);
  return stdout;
}

function works({ program, argument }: { program: string; argument: string | undefined }): boolean {
  const { error, status } = spawnSync(program, argument === undefined ? [] : [argument], {
    env: outerEnvironment,
  });
  return argument === undefined ? error === undefined : status === 0;
}

function findJdk(): string | undefined {
  const installed = existsSync(JDK_FOLDER)
    ? readdirSync(JDK_FOLDER).map((name) => join(JDK_FOLDER, name))
    : [];
  const homes = [process.env.JAVA_HOME, ...installed].filter((home) => home !== undefined);
  return homes.find((home) => javaVersionOf(home) >= OLDEST_JAVA);
}

function javaVersionOf(home: string): number {
  const { stdout, error } = spawnSync(join(home, 'bin', 'javac'), ['-version'], { encoding: 'utf8' });
  return error ? 0 : Number(/javac (\d+)/.exec(stdout)?.[1] ?? 0);
}

async function installJdk(): Promise<string> {
  for (const debianPackage of DEBIAN_JDKS) {
    await install([debianPackage]);
    const home = findJdk();
    if (home !== undefined) return home;
  }
  return fail(
    `The Android app needs a JDK ${OLDEST_JAVA} or newer: install one, or set JAVA_HOME to its folder.`,
  );
}

async function install(debianPackages: string[]): Promise<void> {
  const names = debianPackages.join(' ');
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    return fail(
      `The Android app needs these packages of Debian: ${names}. Install them: apt-get install ${names}`,
    );
  console.log(`Installing ${names} from Debian's packages …`);
  const env = { ...outerEnvironment, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...debianPackages], { env });
}
