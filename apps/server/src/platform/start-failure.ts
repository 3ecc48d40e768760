/** Why the program cannot start, in one line for the person at the terminal; main.ts prints it without a stack. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}
