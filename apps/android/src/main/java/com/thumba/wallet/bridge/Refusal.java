package com.thumba.wallet.bridge;

/** Why a hook has no value. The page treats the three in the same way. */
public enum Refusal {
  /** The person, or a setting of the phone, does not allow it. */
  REFUSED("refused"),
  /** This phone, or this build, cannot do it. */
  UNSUPPORTED("unsupported"),
  /** It should have worked, but it did not. */
  FAILED("failed");

  final String error;

  Refusal(String error) {
    this.error = error;
  }
}
