/** Why the program cannot start, in one line. It is printed without a stack. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}
