package com.thumba.wallet.bridge;

/** Work that has no value for the page, and why. */
public final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  final Refusal refusal;

  public Refused(Refusal refusal, String reason) {
    super(reason);
    this.refusal = refusal;
  }
}
