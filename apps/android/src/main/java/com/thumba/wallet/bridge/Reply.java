package com.thumba.wallet.bridge;

/** The way back to the page for one request. The first answer counts, later ones are dropped. */
public interface Reply {
  /** @param value a JSONObject, a text, a number or a truth value */
  void value(Object value);

  void refuse(Refusal refusal);
}
