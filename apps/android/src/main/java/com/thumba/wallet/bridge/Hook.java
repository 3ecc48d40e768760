package com.thumba.wallet.bridge;

/** One function that the page may ask for, as docs/android-bridge.md lists them. */
public interface Hook {
  /** Answers once, at once or later, on the main thread. */
  void ask(Argument argument, Reply reply) throws Argument.Invalid;
}
